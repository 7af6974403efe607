"""Write a compile database with each source once. Otherwise clang-tidy would check it once per build variant."""

import json
import sys
from pathlib import Path

source, target = map(Path, sys.argv[1:])
entries = json.loads((source / "compile_commands.json").read_text(encoding="utf-8"))
once = {e["file"]: e for e in reversed(entries) if "_v3" not in e["output"]}
target.mkdir(parents=True, exist_ok=True)
(target / "compile_commands.json").write_text(json.dumps(list(once.values()), indent=1), encoding="utf-8")
