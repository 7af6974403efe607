"""Run the unit tests of the web app, `tests/web/unit/`, under Node."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

UNITS = Path(__file__).with_name("unit")
LEAST = 20  # the first version whose test runner lists its tests


def node() -> str:
    """Return Node: the system's or, if it is missing or old, the one that `make test` installs beside Python."""
    places = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    program = shutil.which("node", path=places)
    if program is None:
        pytest.fail("MISSING  Node (`make test` installs it). On Debian or Ubuntu: sudo apt-get install nodejs npm")
    return program


def test_node_is_new_enough() -> None:
    version = subprocess.run([node(), "--version"], capture_output=True, text=True, check=True).stdout
    major = re.match(r"v(\d+)\.", version)
    assert major, version
    assert int(major[1]) >= LEAST, f"Node {LEAST} or newer is needed, this is {version}"


@pytest.mark.parametrize("path", sorted(UNITS.glob("*.test.mjs")), ids=lambda path: path.name.partition(".")[0])
def test_modules_under_node(path: Path) -> None:
    command = [node(), "--test", "--test-reporter=tap", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=UNITS)
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.M)
    assert passed, done.stdout
    assert int(passed[1]) > 0, f"{path.name} tests nothing"
    assert re.search(r"^# (skipped|todo) [1-9]", done.stdout, re.M) is None, done.stdout


def test_there_are_units() -> None:
    assert list(UNITS.glob("*.test.mjs"))
