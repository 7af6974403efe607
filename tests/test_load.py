"""The choice of the native module, and instructions that a processor may not have."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sumito._cpu import x86_level
from sumito._load import choose

BOTH = frozenset({"base", "v3"})


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}, check=False
    )


@pytest.mark.parametrize(
    ("wish", "level", "built", "chosen"),
    [
        ("", 4, BOTH, "v3"),
        ("auto", 3, BOTH, "v3"),
        ("", 2, BOTH, "base"),
        ("", 0, frozenset({"base"}), "base"),
        ("base", 4, BOTH, "base"),
        ("v3", 3, BOTH, "v3"),
    ],
)
def test_the_best_build_that_runs_is_chosen(wish: str, level: int, built: frozenset[str], chosen: str) -> None:
    assert choose(wish, level, built) == chosen


@pytest.mark.parametrize(
    ("wish", "level", "built", "words"),
    [
        ("v3", 2, BOTH, "this processor has x86-64 level 2, 3 needed"),
        ("v3", 3, frozenset({"base"}), "was not compiled for this platform"),
        ("v9", 3, BOTH, "expected one of auto, v3, base"),
        ("", 3, frozenset(), "no native module was built"),
    ],
)
def test_what_cannot_run_is_refused(wish: str, level: int, built: frozenset[str], words: str) -> None:
    with pytest.raises(ImportError, match=words):
        choose(wish, level, built)


def test_each_build_can_be_forced_and_counts_the_same() -> None:
    code = "import sumito, sumito._native as n; print(n.BUILD, sumito.perft(sumito.Board(), 3))"
    builds = {}
    for wish in ("base", "v3") if x86_level() >= 3 else ("base",):
        done = run(code, SUMITO_NATIVE=wish)
        assert done.returncode == 0, done.stderr
        builds[wish], count = done.stdout.split()
        assert count == "98912"
    assert len(set(builds.values())) == len(builds)


def test_a_bad_wish_is_one_clear_line() -> None:
    done = run("import sumito", SUMITO_NATIVE="fast")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "ImportError: SUMITO_NATIVE='fast': expected one of auto, v3, base"


def test_a_subinterpreter_is_refused_and_the_main_one_goes_on() -> None:
    code = r"""
import sumito
try:
    import _interpreters as interpreters  # Python 3.13
    config = ("legacy",)
except ImportError:
    import _xxsubinterpreters as interpreters
    config = ()
other = interpreters.create(*config)
script = "try:\n import sumito\nexcept ImportError as error:\n print(error, flush=True)"
interpreters.run_string(other, script)
interpreters.destroy(other)
board = sumito.Board()
assert board.play(next(iter(board.legal_moves))) is board.history[0]
print(sumito.perft(sumito.Board(), 3))
"""
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "sumito runs in the main interpreter only, not in a subinterpreter: use threads or processes",
        "98912",
    ]


def test_import_needs_the_standard_library_only() -> None:
    code = "import sys, sumito; print(*{m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names))"
    done = run(code)
    assert done.returncode == 0, done.stderr
    names = {name for name in done.stdout.split() if not name.startswith("_")}
    assert names == {"sumito"}


@pytest.mark.skipif(x86_level() == 0, reason="only x86-64 has a baseline beside a newer build")
@pytest.mark.skipif("SUMITO_EXPECT_IN" in os.environ, reason="a sanitizer adds code of its own")
def test_the_baseline_holds_no_newer_instruction(repository: Path) -> None:
    """An older processor has no VEX, BMI and popcnt instructions. (Its tzcnt is bsf with a prefix.)"""
    objdump = shutil.which("objdump")
    assert objdump, "objdump comes with the compiler (binutils)"
    newer = re.compile(r"\t(v[a-z]+[0-9a-z]*|popcnt|lzcnt|andn|bzhi|pdep|pext|shlx|shrx|sarx|rorx|mulx|blsr|blsi)\b")
    for name in ("_native", "_cpu"):
        (file,) = (repository / "src/sumito").glob(f"{name}.*.so")
        listing = subprocess.run([objdump, "-d", str(file)], capture_output=True, text=True, check=True).stdout
        found = {match.group(1) for match in newer.finditer(listing)} - {"verr", "verw"}
        assert not found, f"{file.name}: {sorted(found)}"
