"""Play a match between two revisions of the engine: `python benchmarks/revisions.py NEW OLD --time-ms 100 --games 400`.

Run it in the root of the repository. Each revision is built once, below `build/revisions`, and plays as a program of
its own with one thread and a table of 64 MB. The other options are those of `sumito lab match`.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from sumito.cli import main as sumito

BUILDS = Path("build/revisions")
PROGRAMS = Path(sys.executable).parent
LAUNCHER = """#!/bin/sh
PYTHONPATH="$(dirname "$0")/tree/src" exec "{python}" -m sumito engine
"""


def run(*command: str | Path) -> str:
    """Run a program and return its output."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def build(tree: Path, commit: str) -> None:
    """Build the library of a revision, without the web app."""
    run("git", "clone", "--quiet", "--shared", "--no-checkout", ".", tree)
    run("git", "-C", tree, "checkout", "--quiet", commit)
    cmake, made = PROGRAMS / "cmake", tree / "build"
    tools = [f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_MAKE_PROGRAM={PROGRAMS / 'ninja'}"]
    run(cmake, "-S", tree, "-B", made, "-G", "Ninja", *tools, "-DCMAKE_BUILD_TYPE=Release", "-DSUMITO_WASM=OFF")
    run(cmake, "--build", made)
    run(cmake, "--install", made, "--prefix", tree / "src", "--component", "python")


def player(revision: str) -> str:
    """Build a revision if necessary, and return it as a player of the lab.

    The text is the same on every machine, so that a journal can be continued on another one.
    """
    commit = run("git", "rev-parse", "--verify", "--short=10", f"{revision}^{{commit}}")
    folder = BUILDS / commit
    launcher = folder / "engine"
    if not launcher.exists():
        print(f"Compiling {revision}, once: this takes some minutes ...", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        build(folder / "tree", commit)
        launcher.write_text(LAUNCHER.format(python=sys.executable), encoding="utf-8")
        launcher.chmod(0o755)
    return f"command={launcher},option.Hash=64"


def main() -> None:
    if len(sys.argv) < 3 or any(word.startswith("-") for word in sys.argv[1:3]):
        sys.exit("usage: python benchmarks/revisions.py NEW OLD [options of `sumito lab match`]")
    try:
        players = [player(revision) for revision in sys.argv[1:3]]
    except subprocess.CalledProcessError as error:
        sys.exit(f"{error.stdout}revisions.py: failed: {' '.join(map(str, error.cmd))}")
    sys.exit(sumito(["lab", "match", *players, *sys.argv[3:]]))


if __name__ == "__main__":
    main()
