"""The table of searches, tested by a C++ program, because a search does not show which entry is replaced."""

import os
import shlex
import subprocess
from pathlib import Path

from conftest import REPOSITORY


def test_the_table_keeps_what_is_worth_most(tmp_path: Path) -> None:
    program = tmp_path / "table"
    sources = [REPOSITORY / name for name in ("tests/cpp/table.cpp", "cpp/src/table.cpp")]
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    options = ["-std=c++20", "-O1", "-Wall", "-Wextra", f"-I{REPOSITORY / 'cpp/include'}"]
    subprocess.run([*compiler, *options, *map(str, sources), "-o", str(program)], check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)
