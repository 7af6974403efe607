"""The generators of pushes and ejections, tested by a C++ program, because only searches use them."""

import os
import shlex
import subprocess
from pathlib import Path

from conftest import REPOSITORY


def test_pushes_and_ejections_are_those_among_all_moves(tmp_path: Path) -> None:
    program = tmp_path / "pushes"
    names = ("tests/cpp/pushes.cpp", "cpp/src/movegen.cpp", "cpp/src/position.cpp")
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    options = ["-std=c++20", "-O1", "-Wall", "-Wextra", f"-I{REPOSITORY / 'cpp/include'}"]
    subprocess.run([*compiler, *options, *(str(REPOSITORY / name) for name in names), "-o", str(program)], check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)
