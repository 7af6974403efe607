"""Run every code block and command of the README and the docs."""

import contextlib
import doctest
import importlib
import importlib.util
import io
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import sumito
from conftest import REPOSITORY

PAGES = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
# Commands that set the project up or test all of it are not run here, but test_house.py checks their targets. Commands
# that serve until they are stopped are run by the tests of the command line.
NOT_RUN = re.compile(r"^(make|git|cd|pip|\.) |^sumito (play$|serve (?!.*# exit))|^#")


def blocks(page: Path, *languages: str) -> list[tuple[str, str]]:
    return [(kind, code) for kind, code in BLOCK.findall(page.read_text(encoding="utf-8")) if kind in languages]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_python_blocks_run_and_print_what_they_say(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "__main__"}
    found = blocks(page, "python", "text", "sh")
    for place, (kind, code) in enumerate(found):
        if kind != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, f"{page.name}, block {place + 1}", "exec"), namespace)
        if place + 1 < len(found) and found[place + 1][0] == "text":
            assert printed.getvalue().rstrip() == found[place + 1][1].rstrip(), f"{page.name}, block {place + 1}"


def commands(code: str) -> list[str]:
    return [line.strip() for line in code.replace("\\\n", " ").splitlines() if line.strip()]


@pytest.mark.timeout(300)  # the page of the command line shows every command
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_run_and_print_what_they_say(page: Path, tmp_path: Path) -> None:
    """Run the commands of a page. In a text block after a command, `...` stands for any text."""
    found = blocks(page, "python", "text", "sh")
    checker = doctest.OutputChecker()
    for place, (kind, code) in enumerate(found):
        printed = ""
        for line in commands(code) if kind == "sh" else []:
            if not NOT_RUN.match(line):
                printed = run_command(line, page, tmp_path)
        if kind == "sh" and place + 1 < len(found) and found[place + 1][0] == "text":
            said = found[place + 1][1]
            assert checker.check_output(said, printed, doctest.ELLIPSIS), f"{page.name}: {code}\n{printed}"


def run_command(line: str, page: Path, folder: Path) -> str:
    command, _, comment = line.partition("  # ")
    expected = int(comment.split()[1]) if comment.startswith("exit ") else 0
    program = f"{shlex.quote(sys.executable)} -m sumito"
    run, found = re.subn(r"^(echo \w+ \| )?sumito", rf"\1{program}", command)
    assert found, f"{page.name}: {line!r} is not run by any test"
    done = subprocess.run(
        run,
        shell=True,  # pages show pipes
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
        check=False,
    )
    assert done.returncode == expected, f"{page.name}: {line}\n{done.stdout}"
    assert "Traceback" not in done.stdout
    return done.stdout


NEED_EXTRAS = {f"sumito.lab.{name}" for name in ("teaching", "training", "tuning")}  # their own tests import them


def modules() -> list[str]:
    found = ["sumito"]
    for info in pkgutil.walk_packages(sumito.__path__, "sumito."):
        if info.name not in NEED_EXTRAS and not info.name.rpartition(".")[2].startswith("_"):
            found.append(info.name)
    return found


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings_hold(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, extraglobs={n: getattr(sumito, n) for n in sumito.__all__})
    assert result.failed == 0


@pytest.mark.parametrize("path", sorted((REPOSITORY / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples_run(path: Path, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(path)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_pictures_are_what_the_tool_draws() -> None:
    spec = importlib.util.spec_from_file_location("draw_pictures", REPOSITORY / "tools/draw_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    drawn = tool.pictures()
    kept = {path.name: path.read_text(encoding="utf-8") for path in (REPOSITORY / "docs/pictures").glob("*.svg")}
    assert kept == drawn
