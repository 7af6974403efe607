"""Put small faults into the code, one at a time, and see whether the tests notice them.

usage: mutants.py [--sample N] [--seed N] [--list] [NAME...]     NAME: a part of a module's path, such as clock or .js

Each fault is made in a copy of the project, in build/mutants. It is caught if a test of its module fails or does not
end in time. A fault that does not compile does not count. The same seed gives the same faults. Tests that compare the
native build with the WebAssembly build do not run for faults in C++: only the native build has the fault.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TREE = ROOT / "build/mutants/tree"
BUILD = ROOT / "build/mutants/cpp"
GOAL = 0.85
UNIT = "tests/web/unit/"

# The modules in which a fault would hurt a player, and the quickest tests that cover each: files of pytest or of Node.
MODULES: dict[str, str] = {
    "cpp/src/movegen.cpp": "tests/test_engine.py tests/test_perft.py tests/test_rules.py",
    "cpp/src/verdict.cpp": "tests/test_rules.py tests/test_refusals.py",
    "cpp/src/game.cpp": "tests/test_outcome.py tests/test_board.py",
    "cpp/src/move_text.cpp": "tests/test_move_text.py",
    "cpp/src/position_text.cpp": "tests/test_position_text.py",
    "cpp/src/clock.cpp": "tests/test_clock.py tests/test_time_budget.py",
    "cpp/src/time_budget.cpp": "tests/test_time_budget.py",
    "cpp/src/score.cpp": "tests/test_scores.py",
    "cpp/src/judgement.cpp": "tests/test_judgement.py",
    "cpp/src/level_choice.cpp": "tests/test_levels.py",
    "cpp/src/level_names.cpp": "tests/test_levels.py",
    "cpp/src/record_text.cpp": "tests/test_record_text.py tests/test_record_reading.py",
    "cpp/src/record_reader.cpp": "tests/test_record_reading.py tests/test_records.py",
    "cpp/src/record_writer.cpp": "tests/test_records.py tests/test_record_reading.py",
    "cpp/src/record_end.cpp": "tests/test_record_reading.py tests/test_record_resuming.py tests/test_play_files.py",
    "cpp/src/table.cpp": "tests/test_table.py",
    "src/sumito/core/board.py": "tests/test_board.py tests/test_outcome.py tests/test_move_text.py tests/test_perft.py",
    "src/sumito/core/clock.py": "tests/test_clock.py",
    "src/sumito/engine/game_analysis.py": "tests/test_analyse.py",
    "src/sumito/engine/levels.py": "tests/test_levels.py",
    "src/sumito/engine/limit.py": "tests/test_time_budget.py tests/test_engine.py",
    "src/sumito/learn/catalogue.py": "tests/test_catalogues.py tests/test_languages.py",
    "src/sumito/notation/records.py": "tests/test_record_reading.py tests/test_records.py "
    "tests/test_record_resuming.py",
    "src/sumito/server/export.py": "tests/web/test_site.py",
    "src/sumito/terminal/game_file.py": "tests/test_play_files.py",
    "src/sumito/terminal/game.py": "tests/test_play.py tests/test_play_engine.py tests/test_play_files.py",
    "src/sumito/web/board/selection.js": "selection",
    "src/sumito/web/core/clock.js": "clock ticker tests/web/test_core_js.py",
    "src/sumito/web/core/levels.js": "levels tests/web/test_levels_js.py",
    "src/sumito/web/core/limits.js": "levels tests/web/test_levels_js.py",
    "src/sumito/web/game/history.js": "history session",
    "src/sumito/web/game/keeper.js": "keeper session",
    "src/sumito/web/game/local_session.js": "session table",
    "src/sumito/web/game/table.js": "table",
    "src/sumito/web/game/ticker.js": "ticker session",
    "src/sumito/web/game/time.js": "time",
    "src/sumito/web/shell/i18n.js": "i18n tests/web/test_words.py",
    "src/sumito/web/shell/settings.js": "settings",
    "src/sumito/web/shell/store.js": "store keeper",
    "src/sumito/web/study/tree.js": "tree",
    "src/sumito/data/layouts.json": "tests/test_layouts.py",
    "src/sumito/data/levels.json": "tests/test_levels.py",
    "src/sumito/data/figures.json": "tests/test_figures.py tests/test_rulebook.py",
    "src/sumito/data/puzzles.json": "tests/test_puzzles.py",
}

# ---- faults

WORDS = {".cpp": r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'",
         ".js": r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"
                r"|(?<=[(,=:] )/(?![/*])(?:\\.|[^/\\\n])+/|(?<=\()/(?![/*])(?:\\.|[^/\\\n])+/",
         ".py": r'#[^\n]*|[rbfRBF]*"""(?:\\.|[^\\])*?"""|[rbfRBF]*"(?:\\.|[^"\\\n])*"|[rbfRBF]*\'(?:\\.|[^\'\\\n])*\'',
         ".json": r'"(?:\\.|[^"\\\n])*"(?=\s*:)'}  # fmt: skip
FLIPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
           "is": "is not", "is not": "is", "in": "not in", "not in": "in",
           "&&": "||", "||": "&&", "and": "or", "or": "and", "+": "-", "-": "+",
           "true": "false", "false": "true", "True": "False", "False": "True",
           "*": "/", "/": "*", "+=": "-=", "-=": "+=", "++": "--", "--": "++", "min": "max", "max": "min",
           "some": "every", "every": "some", "any": "all", "all": "any"}  # fmt: skip
# Faults in lines that no player can see.
UNSEEN = re.compile(r"TYPE_CHECKING|@dataclass|independent_sources|_PERFT_STRIDE")
NOTHING = {".cpp": "{}", ".js": "undefined", ".py": "None"}


@dataclass(frozen=True)
class Fault:
    """A text that replaces another in a file."""

    path: str
    kind: str
    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.end :]

    def describe(self, source: str) -> str:
        line = source.count("\n", 0, self.start) + 1
        before, after = " ".join(source[self.start : self.end].split()), " ".join(self.text.split())
        return f"{self.path}:{line}  {self.kind}: {before[:60]!r} -> {after[:60]!r}"


def masked(source: str, suffix: str) -> str:
    """Return `source` with comments and texts blanked out, at the same length."""
    return re.sub(WORDS[suffix], lambda found: re.sub(r"[^\n]", "\1", found[0]), source, flags=re.S)


def faults(path: str, source: str) -> Iterator[Fault]:
    suffix = Path(path).suffix
    code = masked(source, suffix)

    def each(kind: str, pattern: str, change: Callable[[re.Match[str]], str | None], group: int = 1) -> Iterator[Fault]:
        for found in re.finditer(pattern, code, re.M):
            text = change(found)
            line = source[source.rfind("\n", 0, found.start()) + 1 : found.end()]
            if text is not None and not UNSEEN.search(line):
                yield Fault(path, kind, found.start(group), found.end(group), text)

    def original(found: re.Match[str], group: int = 1) -> str:
        return source[found.start(group) : found.end(group)]

    number = r"(?<![\w.\1])(\d+)(?![\w.\1])"
    yield from each("constant", number, lambda found: str(int(found[1]) + 1))
    truth = r"(?<=: )(true|false)\b" if suffix == ".json" else r"\b([Tt]rue|[Ff]alse)\b"
    yield from each("truth value", truth, lambda found: FLIPPED[found[1]])
    if suffix == ".json":
        yield from each("text", r'"((?:\\.|[^"\\\n\1])+)"', lambda found: found[1][:-1])
        return
    yield from each("comparison", r" (<=?|>=?|[=!]==?) ", lambda found: FLIPPED[found[1]])
    yield from each("logic", r" (&&|\|\||and|or) ", lambda found: FLIPPED[found[1]])
    yield from each("arithmetic", r"(?<=[\w)\]]) ([+*/-]) (?=[\w(])", lambda found: FLIPPED[found[1]])
    yield from each("arithmetic", r"(\+\+|--|(?<= )[+-]=(?= ))", lambda found: FLIPPED[found[1]])
    yield from each("function", r"\b(min|max|some|every|any|all)\(", lambda found: FLIPPED[found[1]])
    if suffix == ".py":
        yield from each("comparison", r"(?<!for )\b\w+ (is not|is|not in) ", lambda found: FLIPPED[found[1]])
        condition = r"^ *(?:el)?(?:if|while) (.+):$"
        yield from each("condition", condition, lambda found: f"not ({original(found)})")
        yield from each("condition left out", condition, always("True"))
        yield from each("condition left out", condition, always("False"))
        yield from each("return", r"^ +return (.+)$", lambda found: returned(found[1], suffix))
        yield from each("statement", r"^ +((?:self\.[\w.\[\]]+ [+\-|&]?= |[\w.]+\()[^\n]*)$", python_pass)
        return
    condition = r"\b(?:if|while) \((.+)\)(?= [\w{]|;|$)"
    yield from each("condition", condition, lambda found: wrapped(found, original))
    yield from each("condition left out", condition, always("true"))
    yield from each("condition left out", condition, always("false"))
    yield from each("return", r"\breturn ([^;{\n]+);", lambda found: returned(found[1], suffix))
    alone = r"(?!return\b|const\b|let\b|throw\b|for\b|if\b|case\b|[})])"  # what can be left out as a statement
    yield from each("statement", rf"^ +(?=\S)({alone}[^\n=(]*[=(+-][^\n]*;)$", lambda found: semicolon(found[1]))


def wrapped(found: re.Match[str], original: Callable[[re.Match[str]], str]) -> str | None:
    return f"!({original(found)})" if is_balanced(found[1]) else None


def always(value: str) -> Callable[[re.Match[str]], str | None]:
    return lambda found: value if is_balanced(found[1]) and found[1] != value else None


def returned(value: str, suffix: str) -> str | None:
    value = value.strip()
    return FLIPPED.get(value, NOTHING[suffix]) if value != NOTHING[suffix] and is_balanced(value) else None


def semicolon(statement: str) -> str | None:
    return ";" if is_balanced(statement) else None


def python_pass(found: re.Match[str]) -> str | None:
    return "pass" if is_balanced(found[1]) else None


def is_balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0:
            return False
    return depth == 0


def sample(path: str, source: str, number: int, seed: int) -> list[Fault]:
    """Choose `number` faults, of all kinds in turn."""
    rng = random.Random(f"{seed} {path}")
    kinds: dict[str, list[Fault]] = {}
    places: set[tuple[int, int, str]] = set()
    for fault in faults(path, source):
        if (fault.start, fault.end, fault.text) not in places:
            places.add((fault.start, fault.end, fault.text))
            kinds.setdefault(fault.kind, []).append(fault)
    for some in kinds.values():
        rng.shuffle(some)
    order = sorted(kinds)
    rng.shuffle(order)
    chosen: list[Fault] = []
    while len(chosen) < number and any(kinds.values()):
        for kind in order:
            if kinds[kind] and len(chosen) < number:
                chosen.append(kinds[kind].pop())
    return chosen


# ---- the tests


def copy_tree() -> None:
    shutil.rmtree(TREE, ignore_errors=True)
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, TREE, ignore=left_out, symlinks=True)
    for path in MODULES:
        (TREE / path).touch()  # so that an object with a fault, left by a run that was killed, is compiled again


def run(command: list[str], timeout_s: float) -> bool | None:
    """Return whether a command succeeded in the copy; `None` if it took too long."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(TREE / "src"),
        "SUMITO_NATIVE": "base",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    process = subprocess.Popen(
        command, cwd=TREE, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return process.wait(timeout_s) == 0
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return None


def commands(path: str) -> list[list[str]]:
    files = MODULES[path].split()
    node = [f"{UNIT}{name}.test.mjs" for name in files if "/" not in name]
    python = [name for name in files if "/" in name]
    pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not long and not timing"]
    if path.endswith(".cpp"):
        pytest += ["-k", "not both_builds"]
    return [*([["node", "--test", *node]] if node else []), *([[*pytest, *python]] if python else [])]


def outcome(path: str, timeout_s: float) -> str:
    """Run the tests of a module: do they notice its fault?"""
    for command in commands(path):
        passed = run(command, timeout_s)
        if not passed:
            return "timeout" if passed is None else "caught"
    return "SURVIVED"


def compiles(fault: Fault, text: str) -> bool:
    match Path(fault.path).suffix:
        case ".cpp":
            return build()
        case ".js":
            return run(["node", "--check", fault.path], 60) is True
        case ".json":
            return is_read(lambda: json.loads(text))
        case _:
            return is_read(lambda: compile(text, fault.path, "exec"))


def is_read(read: Callable[[], object]) -> bool:
    try:
        read()
    except (SyntaxError, ValueError):
        return False
    return True


def build() -> bool:
    """Build the native module of the copy. The first time configures; optimisation is low, as faults are compiled."""
    tools = Path(sys.executable).parent
    if not (BUILD / "build.ninja").exists():
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DSUMITO_WASM=OFF"]
        places = [f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}"]
        configure = [str(tools / "cmake"), "-S", str(TREE), "-B", str(BUILD), "-G", "Ninja", *places, *options]
        subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    if run([str(tools / "cmake"), "--build", str(BUILD), "--target", "_native"], 900) is not True:
        return False
    for made in BUILD.glob("_native.*.so"):
        shutil.copy2(made, TREE / "src/sumito" / made.name)
    return True


def examine(path: str, number: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Make faults in one module and return how many had which outcome, and the survivors."""
    file = TREE / path
    source = file.read_text(encoding="utf-8")
    if path.endswith(".cpp") and not build():
        sys.exit("the native module cannot be built")
    began = time.monotonic()
    if outcome(path, 1800) != "SURVIVED":
        sys.exit(f"the tests of {path} fail without a fault: {MODULES[path]}")
    timeout_s = 30 + 4 * (time.monotonic() - began)
    counts: Counter[str] = Counter()
    survivors = []
    for fault in sample(path, source, 3 * number, seed):
        if counts.total() >= number:
            break
        text = fault.apply(source)
        file.write_text(text, encoding="utf-8")
        try:
            if compiles(fault, text):
                found = outcome(path, timeout_s)
                counts[found] += 1
                if found == "SURVIVED":
                    survivors.append(fault.describe(source))
                print(f"  {found:8}  {fault.describe(source)}", flush=True)
        finally:
            file.write_text(source, encoding="utf-8")
    if path.endswith(".cpp"):
        build()
    return counts, survivors


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=4, help="faults for each module (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--list", action="store_true", help="print the faults, and run no test")
    parser.add_argument("names", nargs="*", metavar="NAME", help="modules whose path contains NAME (default: all)")
    args = parser.parse_args()
    chosen = [path for path in MODULES if not args.names or any(name in path for name in args.names)]
    if args.list:
        for path in chosen:
            source = (ROOT / path).read_text(encoding="utf-8")
            for fault in sample(path, source, args.sample, args.seed):
                print(fault.describe(source))
        return 0
    copy_tree()
    languages: dict[str, Counter[str]] = {}
    survivors: list[str] = []
    for path in chosen:
        print(path, flush=True)
        counts, some = examine(path, args.sample, args.seed)
        print(f"  {share(counts)} caught", flush=True)
        languages.setdefault(Path(path).suffix[1:], Counter()).update(counts)
        survivors += some
    print("\n".join(["", *survivors, ""]))
    for language, counts in languages.items():
        print(f"{language:5} {share(counts)} caught, {counts['timeout']} of them by the time limit")
    total = sum(languages.values(), Counter[str]())
    print(f"all   {share(total)} caught; at least {GOAL:.0%} are wanted")
    return 0 if caught(total) >= GOAL * total.total() else 1


def caught(counts: Counter[str]) -> int:
    return counts.total() - counts["SURVIVED"]


def share(counts: Counter[str]) -> str:
    return f"{caught(counts)} of {counts.total()} ({caught(counts) / max(1, counts.total()):.0%})"


if __name__ == "__main__":
    sys.exit(main())
