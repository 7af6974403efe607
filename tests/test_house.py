"""The house rules: layers, includes, public names, sizes, words."""

import ast
import importlib.util
import inspect
import pkgutil
import re
import subprocess
import tomllib
import types
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path

import pytest

import sumito
import sumito.engine
import sumito.play
from conftest import REPOSITORY

PACKAGE = REPOSITORY / "src/sumito"
CPP = REPOSITORY / "cpp"

# The table of docs/architecture.md. A layer can also import what its imports can import.
MAY_IMPORT: dict[str, set[str]] = {
    "core": {"_native"},
    "notation": {"core"},
    "engine": {"notation"},
    "play": {"engine"},
    "learn": {"engine"},
    "terminal": {"learn"},
    "lab": {"learn", ""},
    "server": {"play", "learn"},
    "client": {"play"},
    "_native": set(),
    "_cpu": set(),
    "_load": {"_cpu"},
    "_start": set(),
    "": {"_start", "_load", "core", "notation"},
}
MAY_IMPORT |= {"cli": {"", *MAY_IMPORT}, "__main__": {"cli"}}

# Lowest first. A header can include only those before it.
HEADERS = (
    "cell", "bitboard", "move", "position", "symmetry", "movegen", "perft", "solver", "verdict", "judging", "game",
    "clock", "time_budget", "exponential", "score", "position_text", "position_rows", "move_text", "move_reading",
    "record_text", "record_names", "record_end", "recorded_game", "record_reader", "record_writer",
    "cell_list", "sentence", "reasons", "explaining", "sorting", "packed_game", "level_choice", "level_names",
    "draw_offer", "judgement", "formations", "threats", "puzzle_themes", "host", "evaluation", "gain_search",
    "coach", "motives", "explorer", "network", "gradient", "evaluation_cache", "table", "search_parameters", "search",
    "searching", "cpu", "threads",
)  # fmt: skip
# Above several players too: records and links are of any number of players, and threads run every search.
ANY_PLAYERS = ("recorded_game", "record_reader", "record_writer", "packed_game", "threads")
# Of several players, lowest first. They can include all headers for two players.
MULTI_HEADERS = (
    "position", "symmetry", "movegen", "verdict", "game", "draw_offer", "perft", "position_text", "move_text",
    "record_names", "reasons", "evaluation", "search",
)  # fmt: skip
# Lowest first, as in docs/architecture.md. A module can import from its own layer and from layers before it.
WEB_ROOMS = ("core", "board", "net", "shell", "figures", "study", "game")
NOT_IN_THE_BROWSER = {"string", "iostream", "thread", "mutex", "map", "unordered_map", "sstream", "format"}
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
NO_NOUN = {"utils", "util", "helpers", "common", "misc", "base", "manager"}


def reachable(room: str) -> set[str]:
    found: set[str] = set()
    todo = [room]
    while todo:
        new = MAY_IMPORT[todo.pop()] - found
        found |= new
        todo += new
    return found


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return "" if first == "__init__.py" else first.removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Return the layers that a module imports, inside functions too."""
    rooms: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            names = [f"sumito.{alias.name}" for alias in node.names] if module == "sumito" else [module]
        for name in names:
            package, _, rest = name.partition(".")
            if package == "sumito":
                room = rest.partition(".")[0]
                rooms.add(room if room in MAY_IMPORT else "")
    return rooms


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down(path: Path) -> None:
    room = room_of(path)
    assert room in MAY_IMPORT, f"put {room} in MAY_IMPORT"
    bad = imported(path) - reachable(room) - {room}
    assert not bad, f"{path.name} of {room or 'sumito'} imports {sorted(bad)}"


def test_no_room_imports_itself_through_others() -> None:
    assert not [room for room in MAY_IMPORT if room in reachable(room)]


def test_every_header_has_its_place_and_includes_only_lower_ones() -> None:
    files = {path.stem: path for path in (CPP / "include/sumito").glob("*.hpp")}
    assert set(files) == set(HEADERS)
    for place, name in enumerate(HEADERS):
        text = files[name].read_text(encoding="utf-8")
        assert text.startswith("#pragma once\n"), name
        own = re.findall(r'#include "sumito/(\w+)\.hpp"', text)
        assert all(HEADERS.index(other) < place for other in own), f"{name}.hpp includes {own}"
    for path in (CPP / "src").glob("*.cpp"):
        includes = re.findall(r'#include "sumito/([\w/]+)\.hpp"', path.read_text(encoding="utf-8"))
        assert includes[0] == path.stem, f"{path.name}: own header first"
        above = path.stem in ANY_PLAYERS
        assert above or not any("/" in name for name in includes), f"{path.name}: several players are above two"


def test_every_header_of_several_players_includes_only_lower_ones() -> None:
    files = {path.stem: path for path in (CPP / "include/sumito/multi").glob("*.hpp")}
    assert set(files) == set(MULTI_HEADERS)
    for place, name in enumerate(MULTI_HEADERS):
        own = re.findall(r'#include "sumito/multi/(\w+)\.hpp"', files[name].read_text(encoding="utf-8"))
        assert all(MULTI_HEADERS.index(other) < place for other in own), f"multi/{name}.hpp includes {own}"
    for path in (CPP / "src/multi").glob("*.cpp"):
        includes = re.findall(r'#include "sumito/([\w/]+)\.hpp"', path.read_text(encoding="utf-8"))
        assert includes[0] == f"multi/{path.stem}", f"multi/{path.name}: own header first"


def test_the_two_faces_of_the_core_have_the_same_topics() -> None:
    of_one_face = {"cpu_module", "runtime", "training"}
    python, wasm = ({path.stem for path in (CPP / face).glob("*.cpp")} - of_one_face for face in ("python", "wasm"))
    assert python == wasm


def test_rooms_of_the_web_app_import_only_what_they_may() -> None:
    web = PACKAGE / "web"
    for path in web.rglob("*.js"):
        room = str(path.parent.relative_to(web))
        names = re.findall(r"(?:from|import) ?\(?'(\.[^']+)'", path.read_text(encoding="utf-8"))
        for other in ((path.parent / name).resolve() for name in names):
            assert other.is_file(), f"{path} imports {other}"
            there = str(other.parent.relative_to(web))
            # A folder that is not a layer belongs to a page. It can import every layer, and nothing imports it.
            may = WEB_ROOMS[: WEB_ROOMS.index(room) + 1] if room in WEB_ROOMS else (*WEB_ROOMS, room)
            assert there in may, f"{room}/{path.name} imports {there}/{other.name}"


def test_games_of_the_web_app_assume_no_two_colors() -> None:
    """Players are a list in the order of play: a game of three players has the same tables, panels and store."""
    web = PACKAGE / "web"
    without_colors = [*(web / "game").glob("*.js"), *(web / "board").glob("*.js")]
    without_colors += [web / "shell/store.js", web / "shell/rotation.js"]
    for path in without_colors:
        if path != web / "board/art.js":  # the looks of the marbles
            assert not re.search(r"\b(black|white)\b", path.read_text(encoding="utf-8"), re.I), f"{path} names a colour"
    # Puzzles and handicaps are for two players, and a file names Black and White.
    two_players = {*(web / "puzzles").glob("*.js"), web / "game/terms.js", web / "games/imported_game.js"}
    for path in {*web.rglob("*.js")} - {*(web / "core").glob("*.js")}:
        text = path.read_text(encoding="utf-8")
        imports_opponent = re.search(r"\{[^}]*\bopponent\b[^}]*\} from '[./]*/core", text)
        assert path in two_players or not imports_opponent, f"{path}: `opponent`"
        assert not re.search(r"\bnextColor\([^,()]*\)", text), f"{path} calls nextColor without the players"


def test_the_core_uses_only_what_the_browser_has() -> None:
    for path in [*(CPP / "include").rglob("*.hpp"), *(CPP / "src").rglob("*.cpp"), *(CPP / "wasm").glob("*.[ch]pp")]:
        if path.stem in ("cpu", "threads", "gradient"):  # native builds only
            continue
        system = set(re.findall(r"#include <([\w./]+)>", path.read_text(encoding="utf-8")))
        assert not system & NOT_IN_THE_BROWSER, f"{path.name}: {sorted(system & NOT_IN_THE_BROWSER)}"
        assert not any(name.startswith(("Python", "nanobind")) for name in system), path.name


def public_members(cls: type) -> list[str]:
    return [name for name, member in vars(cls).items() if not name.startswith("_") and callable_or_property(member)]


def callable_or_property(member: object) -> bool:
    return isinstance(member, (types.FunctionType, property, classmethod, staticmethod))


PUBLIC = [name for name in sumito.__all__ if not name.startswith("_")]


def test_the_public_face_is_a_list() -> None:
    real = {
        name
        for name, value in vars(sumito).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert set(PUBLIC) == real
    assert sorted(PUBLIC, key=lambda name: (not name.isupper(), not name[0].isupper(), name)) == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_are_documented(name: str) -> None:
    guide = (REPOSITORY / "docs/library.md").read_text(encoding="utf-8")
    value = getattr(sumito, name)
    assert re.search(rf"^#+ .*`{name}[`(]", guide, re.M), f"docs/library.md has no heading for {name}"
    if inspect.isclass(value) or inspect.isfunction(value):
        assert inspect.getdoc(value), f"{name} has no docstring"
    if inspect.isclass(value) and not issubclass(value, Enum):
        for member in public_members(value):
            assert inspect.getdoc(vars(value)[member]), f"{name}.{member} has no docstring"


def test_public_values_cannot_change() -> None:
    values = {
        name: value
        for module in (sumito, sumito.engine, sumito.play)
        for name, value in vars(module).items()
        if inspect.isclass(value) and is_dataclass(value)
    }
    assert {"Rules", "Level", "Limit", "Terms"} <= values.keys()
    changeable = [
        name
        for name, value in values.items()
        if not vars(value)["__dataclass_params__"].frozen or "__slots__" not in vars(value)
    ]
    assert not changeable


def test_every_public_name_and_member_appears_in_a_test() -> None:
    tests = "\n".join(
        path.read_text(encoding="utf-8") for path in (REPOSITORY / "tests").glob("*.py") if path.name != "test_house.py"
    )
    words = set(re.findall(r"\w+", tests))
    for name in PUBLIC:
        assert name in words, f"no test names {name}"
        value = getattr(sumito, name)
        if inspect.isclass(value) and not issubclass(value, Enum):
            missing = [member for member in public_members(value) if member not in words]
            assert not missing, f"no test names {name}: {missing}"


SOURCES = [
    path
    for folder, pattern in (("src", "*.py"), ("src", "*.js"), ("cpp", "*.[ch]pp"), ("tests", "*.py"), ("tools", "*.py"))
    for path in sorted((REPOSITORY / folder).rglob(pattern))
]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_a_file_has_one_subject(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 620, "two subjects"
    assert path.stem not in NO_NOUN
    assert path == Path(__file__) or not UNFINISHED.search(text)


def test_animations_have_different_names() -> None:
    """A page loads several styles, and the last animation of a name would replace the others."""
    styles = (REPOSITORY / "src").rglob("*.css")
    names = [name for path in styles for name in re.findall(r"@keyframes (\S+)", path.read_text(encoding="utf-8"))]
    assert len(names) == len(set(names)), names


def test_lines_of_scripts_and_styles_fit_120_columns() -> None:
    """Prettier does not break comments and strings. Only a picture inside a style can be longer."""
    for pattern in ("*.js", "*.mjs", "*.css"):
        for path in [*(REPOSITORY / "src").rglob(pattern), *(REPOSITORY / "tests").rglob(pattern)]:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                assert len(line) <= 120 or "url(" in line, f"{path}:{number} has {len(line)} columns"


def test_version_and_changelog_agree() -> None:
    changelog = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\d+\.\d+\.\d+|Unreleased)", changelog, re.M)
    assert newest, "CHANGELOG.md has no version"
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.M)
    assert versions[0] == sumito.__version__
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["scikit-build"]["metadata"]["version"]["input"] == "src/sumito/__init__.py"


def test_every_new_name_in_the_changelog_exists_and_no_old_module_does() -> None:
    changelog = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    assert changelog.count("| before | now |") == 1, "one table of renamed names"
    rows = re.findall(r"^\| (.*) \| (.*) \|$", changelog, re.M)[2:]
    news = [name for _, now in rows for name in re.findall(r"`(sumito[\w.]+)`", now)]
    assert len(news) > 10
    for name in news:
        pkgutil.resolve_name(name)
    for old in re.findall(r"`(sumito\.cli\.\w+)`", " ".join(before for before, _ in rows)):
        assert importlib.util.find_spec(old) is None, f"{old} is still there"


def test_the_architecture_page_names_every_file() -> None:
    page = (REPOSITORY / "docs/architecture.md").read_text(encoding="utf-8")
    for path in SOURCES:
        folder = path.parent.relative_to(REPOSITORY)
        if folder.parts[0] not in ("src", "cpp", "tools") or path.name == "__init__.py":
            continue
        # A heading names the folder. Its table, or a row that names a folder below it, names the file.
        heads = [f"`{folder}/`", f"`{folder.name}/`"]
        parts = [part for part in re.split(r"^### ", page, flags=re.M) if any(head in part for head in heads)]
        assert any(f"`{path.name}`" in part for part in parts), f"docs/architecture.md says nothing of {path.name}"


def test_every_make_target_that_prose_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.M))
    for page in [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").glob("*.md")]:
        for target in re.findall(r"`make ([a-z-]+)`", page.read_text(encoding="utf-8")):
            assert target in targets, f"{page.name} names make {target}"


def test_make_help_has_a_line_for_each_target() -> None:
    said = subprocess.run(["make", "help"], cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    targets = re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.M)
    assert re.findall(r"^make ([a-z-]+) +\w.*", said, re.M) == targets


def test_every_path_that_prose_names_exists() -> None:
    for page in [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").glob("*.md")]:
        text = page.read_text(encoding="utf-8")
        for path in re.findall(r"`((?:src|cpp|tests|docs|tools|benchmarks|examples|deploy)/[\w./-]*)`", text):
            assert (REPOSITORY / path).exists(), f"{page.name} names {path}"
        for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: its headings, in the form that Markdown readers use, and its ids."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)
    named = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)
    return {*named, *re.findall(r'<a id="([^"]+)"', text)}


def test_every_heading_that_prose_links_to_exists() -> None:
    for page in [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").glob("*.md")]:
        for link, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)\)", page.read_text(encoding="utf-8")):
            there = page.parent / link if link else page
            assert anchor in anchors(there), f"{page.name} links to {link}#{anchor}"
