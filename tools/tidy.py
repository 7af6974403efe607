"""Run clang-tidy on the sources that changed since they last passed.

usage: tidy.py BUILD_DIR STAMP_DIR

Each source that passes leaves a stamp: a digest of its text, of the project's headers that it includes, of its compile
command, of the checks and of the version of clang-tidy. A source with an equal stamp is not checked again.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
INCLUDE = re.compile(rb'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
PROGRAM = shutil.which("clang-tidy", path=str(Path(sys.executable).parent)) or "clang-tidy"


def compile_commands(build: Path) -> dict[Path, dict[str, str]]:
    """Return one command for each source. The build has two for most: baseline and x86-64-v3."""
    entries = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    return {
        Path(entry["file"]): entry
        for entry in reversed(entries)
        if "_v3" not in entry["output"] and (ROOT / "cpp") in Path(entry["file"]).parents
    }


@cache
def own_headers() -> dict[str, list[Path]]:
    """Return the project's headers by file name."""
    found: dict[str, list[Path]] = {}
    for path in sorted((ROOT / "cpp").rglob("*.hpp")):
        found.setdefault(path.name, []).append(path)
    return found


def sources_of(source: Path) -> list[Path]:
    """Return `source` and all headers of the project that it can include. Headers of equal names all count."""
    seen: set[Path] = set()
    left = [source]
    while left:
        path = left.pop()
        if path not in seen:
            seen.add(path)
            for name in INCLUDE.findall(path.read_bytes()):
                left += own_headers().get(Path(name.decode()).name, [])
    return sorted(seen)


def digest(source: Path, command: str) -> str:
    parts = [*sources_of(source), ROOT / ".clang-tidy"]
    made = hashlib.sha256(f"{version()}\n{command}\n".encode())
    for path in parts:
        made.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return made.hexdigest()


@cache
def version() -> str:
    return subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout


def main(build: Path, stamps: Path) -> int:
    commands = compile_commands(build)
    stamps.mkdir(parents=True, exist_ok=True)
    database = json.dumps(list(commands.values()), indent=1)
    (stamps / "compile_commands.json").write_text(database, encoding="utf-8")

    def check(source: Path) -> bool:
        stamp = stamps / (str(source.relative_to(ROOT)).replace("/", "_") + ".passed")
        wanted = digest(source, commands[source].get("command", ""))
        if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
            return True
        print(f"clang-tidy {source.relative_to(ROOT)}", flush=True)
        command = [PROGRAM, "-p", str(stamps), "--quiet", "--warnings-as-errors=*", str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout + done.stderr, flush=True)
            return False
        stamp.write_text(wanted, encoding="ascii")
        return True

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return 0 if all(list(pool.map(check, sorted(commands)))) else 1


if __name__ == "__main__":
    sys.exit(main(*(Path(each).resolve() for each in sys.argv[1:])))
