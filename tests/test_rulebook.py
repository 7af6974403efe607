"""The rulebook: its figures agree with the rules, and every form of it is complete."""

import importlib.util
import json
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

from command_line import Run, runner
from conftest import REPOSITORY
from sumito import BLACK, WHITE, Board, Color, Direction, IllegalReason, Move, Rules, cell_name, next_cell, parse_cell
from sumito.learn import rulebook_markdown as rulebook_markdown_module
from sumito.learn import rulebook_page
from sumito.learn.catalogue import catalogue
from sumito.learn.figure_picture import figure_svg
from sumito.learn.figures import Figure, Task, examples, figures
from sumito.learn.formations import FormationKind, formations
from sumito.learn.languages import LANGUAGES
from sumito.learn.markup import Link, pieces, plain
from sumito.learn.rulebook import Block, Figures, Glossary, Items, Legend, Paragraph, Table, figure_numbers, rulebook
from sumito.learn.rulebook_markdown import rulebook_markdown
from sumito.learn.rulebook_page import rulebook_html, text_html
from sumito.learn.sentence import Sentence
from sumito.terminal.board_text import Look, shown_width
from sumito.terminal.rulebook_text import rulebook_lines
from test_catalogues import turned_english

run = pytest.fixture(runner)

FIGURES = list(figures().values())
EXAMPLES = list(examples().values())
MOVES = [figure for figure in FIGURES if figure.direction is not None]
EN = catalogue("en")


def names(cells: tuple[int, ...]) -> list[str]:
    return [cell_name(cell) for cell in cells]


def blocks() -> list[Block]:
    return [block for chapter in rulebook() for block in chapter.blocks]


def legends() -> list[Sentence]:
    """Return the legends of text diagrams."""
    return [block.text for block in blocks() if isinstance(block, Legend)]


def sentences() -> Iterator[Sentence]:
    """Yield all sentences of the rulebook."""
    for chapter in rulebook():
        yield chapter.title
        for block in chapter.blocks:
            match block:
                case Paragraph(text):
                    yield text
                case Items(items):
                    yield from items
                case Table(head, rows):
                    yield from head
                    for row in rows:
                        yield from row
                case Figures(shown):
                    for figure in shown:
                        yield from (figure.caption, figure.request, figure.answer)
                case Legend(picture, text):
                    yield from (picture, text)
                case Glossary(terms):
                    for term in terms:
                        yield from (term.name, term.definition)
                        if term.example is not None:
                            yield term.example.caption


# ---- figures


@pytest.mark.parametrize("figure", MOVES, ids=lambda figure: figure.id)
def test_the_rules_say_of_a_figure_what_it_says(figure: Figure) -> None:
    assert figure.direction is not None
    board = figure.board()
    assert board.turn is BLACK
    verdict = board.verdict(figure.line, figure.direction)
    assert verdict.reason is figure.reason
    assert verdict.legal == (figure.task is not Task.TRY)
    if not verdict.legal:
        assert figure.culprits == verdict.cells
        assert figure.kind is None
        return
    assert verdict.move is not None
    move = verdict.move
    assert move.kind is figure.kind
    assert board.pushed(move) == figure.pushed
    assert board.is_ejection(move) == figure.ejects
    before = figure.board()
    board.play(move)
    for cell in (*figure.line, *figure.pushed):
        ahead = next_cell(cell, figure.direction)
        assert ahead is None or board[ahead] is before[cell]
    for color in before.players:
        assert len(before.marbles(color)) - len(board.marbles(color)) == (
            figure.ejects and before[figure.pushed[-1]] is color
        )
    assert board.score(BLACK) == before.score(BLACK) + figure.ejects
    assert set(before.marbles(BLACK)) - set(figure.line) <= set(board.marbles(BLACK))
    if figure.stays is not None:
        assert figure.stays not in figure.line
        assert board[figure.stays] is BLACK


def test_figures_show_every_push_every_pac_and_every_reason_that_a_hand_can_cause() -> None:
    odds = {(len(figure.line), len(figure.pushed)) for figure in MOVES if figure.pushed}
    assert odds == {(2, 1), (3, 1), (3, 2)}
    pacs = {(len(each.line), len(each.culprits)) for each in FIGURES if each.reason is IllegalReason.PAC}
    assert pacs == {(1, 1), (2, 2), (3, 3)}
    reasons = {figure.reason for figure in FIGURES} - {None}
    typed = {IllegalReason.GAME_OVER, IllegalReason.NO_MARBLE, IllegalReason.NOT_YOURS, IllegalReason.TOO_MANY}
    typed |= {IllegalReason.NOT_A_LINE, IllegalReason.OWN_MARBLE_AHEAD}
    assert reasons == set(IllegalReason) - typed


def test_figures_of_several_players_show_what_their_texts_say() -> None:
    for figure, layout in (("three_setup", "three-players"), ("teams_setup", "four-players-teams")):
        assert figures()[figure].board() == Board(layout)
    assert figures()["six_setup"].board() == Board("six-players-pbmserv")
    resigned = Board("three-players")
    resigned.play("d8d7")
    resigned.resign(Color.BLUE)
    left = figures()["left"].board()
    assert left.active == resigned.active == (BLACK, WHITE)
    assert (resigned.turn, resigned.marbles(Color.BLUE), left.marbles(Color.BLUE)) == (WHITE, (), ())
    left.resign(WHITE)
    assert left.outcome is not None
    assert left.outcome.winner is BLACK
    sixth = figures()["sixth"].board()
    sixth.play("e5e6")
    assert sixth.outcome is not None
    assert (sixth.outcome.winner, sixth.ejected(Color.BLUE)) == (BLACK, 1)


def test_a_partner_can_do_what_the_figures_of_teams_promise() -> None:
    rear = figures()["rear_not_yours"]
    assert rear.direction is not None
    assert not rear.board().verdict(rear.line, rear.direction).legal
    of_partner = Board.from_position(rear.position.replace(" b ", " w "))
    assert of_partner.verdict(rear.line, rear.direction).legal
    alone = figures()["partner_without_push"]
    assert alone.direction is not None
    assert Board.from_position(alone.position, rules=Rules(mixed_moves=True)).verdict(alone.line, alone.direction).legal
    with_enemy = Board.from_position(alone.position.replace("2Ss5", "2SsB4"))
    assert with_enemy.verdict(alone.line, alone.direction).legal


def straight_ahead(figure: Figure, direction: Direction) -> set[int]:
    """Return every cell between the marbles of a line and the edge, in the direction of the move."""
    found: set[int] = set()
    for cell in figure.line:
        ahead = next_cell(cell, direction)
        while ahead is not None and figure.board()[ahead] is not BLACK:
            found.add(ahead)
            ahead = next_cell(ahead, direction)
    return found


def test_a_gap_is_empty_cells_in_line_before_the_tapped_marble() -> None:
    figure = figures()["gap"]
    assert (figure.task, figure.problem) == (Task.TAP, "gap")
    assert figure.direction is not None
    assert figure.tap is not None
    board = figure.board()
    assert board[figure.tap] is WHITE
    assert names(figure.gap) == ["e5"] == names(figure.culprits)
    assert all(board[cell] is None for cell in figure.gap)
    # The closing move makes the promised situation: three against two.
    board.play(Move.of(figure.line, figure.direction))
    board = Board.from_position(board.position().replace(" w ", " b "))
    closer = [next_cell(cell, figure.direction) for cell in figure.line]
    verdict = board.verdict([cell for cell in closer if cell is not None], figure.direction)
    assert (verdict.legal, verdict.n, verdict.enemies) == (True, 3, 2)


def test_a_marble_that_is_not_in_line_is_reached_in_no_direction() -> None:
    figure = figures()["not_in_line"]
    assert (figure.task, figure.problem, figure.direction) == (Task.TAP, "not_in_line", None)
    assert figure.tap is not None
    board = figure.board()
    assert board[figure.tap] is WHITE
    assert figure.culprits == (figure.tap,)
    for direction in (Direction.E, Direction.W):
        assert figure.tap not in straight_ahead(figure, direction)
    for direction in Direction:
        assert figure.tap not in {next_cell(cell, direction) for cell in figure.line}
        assert board.verdict(figure.line, direction).enemies == 0


def test_after_the_broken_pac_the_row_can_push() -> None:
    figure = figures()["break_pac"]
    assert figure.direction is not None
    board = figure.board()
    row = [parse_cell(name) for name in ("e2", "e3", "e4")]
    assert board.verdict(row, Direction.E).reason is IllegalReason.PAC
    board.play(Move.of(figure.line, figure.direction))
    board = Board.from_position(board.position().replace(" w ", " b "))
    verdict = board.verdict([parse_cell(name) for name in ("e3", "e4", "e5")], Direction.E)
    assert (verdict.legal, verdict.n, verdict.enemies) == (True, 3, 2)


def test_one_marble_more_makes_too_few_enough() -> None:
    figure = figures()["too_few"]
    assert figure.direction is not None
    assert figure.board().verdict((*figure.culprits, *figure.line), figure.direction).legal


def test_the_first_figure_is_the_standard_layout() -> None:
    assert figures()["setup"].board() == Board()
    assert {move.direction.name for move in Board().legal_moves} == {"E", "W", "NE", "NW"}  # as its text says


@pytest.mark.parametrize("figure", EXAMPLES, ids=lambda figure: figure.id)
def test_an_example_highlights_marbles_that_are_there(figure: Figure) -> None:
    board = figure.board()
    assert figure.highlights
    for group in figure.highlights:
        assert len({board[cell] for cell in group} - {None}) == 1
    if figure.direction is not None:
        assert board.verdict(figure.line, figure.direction).legal
    assert figure.task is None


SHAPES = [figure for figure in EXAMPLES if figure.id in {kind.value for kind in FormationKind}]


@pytest.mark.parametrize("figure", SHAPES, ids=lambda figure: figure.id)
def test_an_example_of_a_formation_shows_it(figure: Figure) -> None:
    found = {each.cells for each in formations(figure.board()) if each.kind == figure.id}
    enemies = {each.enemies for each in formations(figure.board()) if each.kind == figure.id and figure.id != "det"}
    assert found | enemies - {()} == {tuple(sorted(group)) for group in figure.highlights}


def test_every_formation_has_an_example() -> None:
    assert {figure.id for figure in SHAPES} == {kind.value for kind in FormationKind}
    kinds = {each.cells: str(each.kind) for each in formations(examples()["trinomial"].board())}
    assert [kinds[group] for group in examples()["trinomial"].highlights] == ["lance", "arc", "shield"]


def test_the_data_says_nothing_twice_and_nothing_in_vain() -> None:
    data = json.loads((REPOSITORY / "src/sumito/data/figures.json").read_text(encoding="utf-8"))
    for part in ("figures", "examples"):
        assert set(Counter(entry["id"] for entry in data[part]).values()) == {1}
    for entry in data["figures"]:
        assert ("verdict" in entry) == ("direction" in entry)
        assert ("problem" in entry) == ("tap" in entry) == (entry["task"] == "tap")


# ---- the book


def test_every_figure_and_every_example_is_shown_once_and_in_order() -> None:
    shown = [figure.id for block in blocks() if isinstance(block, Figures) for figure in block.figures]
    assert shown == list(figures())
    assert list(figure_numbers().items()) == [(name, number) for number, name in enumerate(shown, 1)]
    (glossary,) = [block for block in blocks() if isinstance(block, Glossary)]
    assert {term.id for term in glossary.terms if term.example is not None} == set(examples())


def test_every_message_of_the_book_is_used_and_every_used_one_is_there() -> None:
    folder = REPOSITORY / "src/sumito/data/catalogues"
    page, book = (json.loads((folder / f"en{part}.json").read_text(encoding="utf-8")) for part in ("", ".book"))
    rooms = ("rulebook.", "figure.", "glossary.", "term.")
    written = {name for name in (*page["messages"], *book["messages"]) if name.startswith(rooms)}
    labels = {f"rulebook.{name}" for name in ("title", "subtitle", "contents", "figure", "task", "task.label")}
    labels |= {"figure.allowed", "figure.refused", "figure.marbles", "figure.in_rules"}
    assert written == {sentence.message for sentence in sentences()} | labels


def test_captions_and_tasks_of_several_players_need_no_verdict() -> None:
    """The page has no verdict on them until it has loaded the rules of several players."""
    for figure in FIGURES:
        if len(figure.board().players) > 2:
            for part in ("caption", "task"):
                parameters = {name: value for name, value in figure.answer.parameters.items() if name != "culprits"}
                for language in LANGUAGES:
                    assert catalogue(language).say(f"figure.{figure.id}.{part}", **parameters)


def test_every_link_leads_to_a_term() -> None:
    terms = {term.id for block in blocks() if isinstance(block, Glossary) for term in block.terms}
    linked = set()
    for sentence in sentences():
        text = EN.sentence(sentence)
        linked |= {piece.term for piece in pieces(text) if isinstance(piece, Link)}
        assert not re.search(r"[\[\]|{}]", plain(text)), text
    assert linked <= terms
    assert {"sumito", "pac", "ejection"} <= linked


# ---- the page


class Page(HTMLParser):
    """Parse a page. Fail if an element is not closed, or closes another one."""

    VOID = frozenset({"meta", "br", "link", "img", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, self.getpos()

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture(scope="module")
def html() -> str:
    return rulebook_html("en")


@pytest.fixture(scope="module")
def page(html: str) -> Page:
    return Page(html)


def test_the_page_stands_alone(html: str, page: Page) -> None:
    assert html.startswith("<!DOCTYPE html>\n")
    tags = {tag for tag, _ in page.tags}
    assert not tags & {"script", "link", "img", "iframe", "object"}
    for _, attributes in page.tags:
        assert "src" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        target = attributes.get("href")
        assert target is None or target.startswith("#")
    assert re.findall(r"url\((?!#)|@import", html) == []
    assert set(re.findall(r"https?://[^\s\"]+", html)) == {"http://www.w3.org/2000/svg"}
    assert len(html) < 600_000


def test_every_anchor_of_the_page_is_there_once(page: Page) -> None:
    ids = Counter(attributes["id"] for _, attributes in page.tags if "id" in attributes)
    assert set(ids.values()) == {1}
    targets = {attributes["href"] for _, attributes in page.tags if attributes.get("href")}
    assert {target[1:] for target in targets if target} <= set(ids)
    for chapter in rulebook():
        assert f"#{chapter.id}" in targets
    assert {f"figure-{name}" for name in figures()} <= set(ids)
    assert {f"term-{name}" for name in examples()} <= set(ids)


def test_every_picture_of_the_page_has_words_and_a_caption(page: Page) -> None:
    pictures = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert len(pictures) == len(FIGURES) + len(EXAMPLES) + 1  # one is decorative
    labels = [attributes["aria-label"] for attributes in pictures]
    for figure in (*FIGURES, *EXAMPLES):
        assert EN.sentence(figure.caption) in labels
    kinds = Counter(tag for tag, _ in page.tags)
    assert kinds["figure"] == kinds["figcaption"] == len(FIGURES) + len(EXAMPLES)


def test_the_page_says_everything(page: Page) -> None:
    said = re.sub(r"\s+", " ", "".join(page.text))
    for sentence in sentences():
        if sentence not in legends():
            assert plain(EN.sentence(sentence)) in said


def test_language_and_direction_of_the_page(page: Page) -> None:
    assert page.tags[0] == ("html", {"lang": "en", "dir": "ltr"})
    with pytest.raises(ValueError, match="no such language: 'xx'"):
        rulebook_html("xx")


def test_right_to_left_the_page_turns_and_boards_do_not(html: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook_page, "catalogue", lambda language: {"he": turned_english()}[language])
    text = rulebook_html("he")
    assert Page(text).tags[0] == ("html", {"lang": "he", "dir": "rtl"})
    drawings = re.compile(r"<(?:use|path|circle|ellipse)[^>]*>")
    assert drawings.findall(text) == drawings.findall(html)
    assert 'So <bdi dir="ltr">a1</bdi> is the corner' in text
    # In a grid, text and every isolated cell in it would be separate items.
    assert not re.findall(r"<(?:figcaption|dd)>(?!<p)", text)
    visible = re.sub(r"<desc>.*?</desc>|<title>.*?</title>|aria-label=\"[^\"]*\"", "", text)
    assert "\N{LEFT-TO-RIGHT ISOLATE}" not in visible
    assert 'dir="ltr"' not in html.partition("<body>")[2]


def test_style_knows_no_left_and_right() -> None:
    style = (REPOSITORY / "src/sumito/data/rulebook.css").read_text(encoding="utf-8")
    assert not re.findall(r"(?:margin|padding|border|inset)-(?:left|right)|text-align: *(?:left|right)|float", style)
    assert "@media print" in style
    assert "color-scheme: light;" in style.partition("@media print")[2]  # no dark background on paper


def test_texts_are_escaped_and_notation_keeps_its_direction() -> None:
    assert text_html("a < b & [c|pac]") == 'a &lt; b &amp; <a href="#term-pac">c</a>'
    assert text_html("\u2066e5\u2069, [\u2066e6\u2069|pac]") == (
        '<bdi dir="ltr">e5</bdi>, <a href="#term-pac"><bdi dir="ltr">e6</bdi></a>'
    )
    assert text_html("<script>") == "&lt;script&gt;"


@pytest.mark.parametrize("theme", ["light", "page"])
def test_a_figure_shows_its_move_and_what_stops_it(theme: str) -> None:
    refused, legal = (figure_svg(figures()[name], "en", theme=theme) for name in ("no_room_behind", "sumito32"))
    assert 'class="mark e7"' in refused
    assert 'class="mark' not in legal
    for svg in (refused, legal):
        assert svg.count('class="arrow"') == svg.count('class="outline"') == 1
    assert "<desc>Black: e2, e3 and e4. White: e5 and e6.</desc>" in legal


# ---- Markdown


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_rulebook", REPOSITORY / "tools/write_rulebook.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_the_docs_is_what_the_tool_writes() -> None:
    written = tool().written()
    folder = REPOSITORY / "docs"
    kept = {f"pictures/rulebook/{path.name}" for path in (folder / "pictures/rulebook").iterdir()}
    assert kept | {"rules.md", "terms.md"} == set(written)
    for name, text in written.items():
        assert (folder / name).read_text(encoding="utf-8") == text, f"{name}: run tools/write_rulebook.py"


def test_links_of_the_markdown_lead_somewhere() -> None:
    text = rulebook_markdown("en", lambda figure: f"({figure.id})", pictures=False)
    anchors = set(re.findall(r'<a id="([\w-]+)"></a>', text))
    links = set(re.findall(r"\]\(#([\w-]+)\)", text))
    assert links <= anchors
    assert {chapter.id for chapter in rulebook()} <= links
    assert EN.say("rulebook.legend.text") in text
    assert EN.say("rulebook.legend.picture") not in text
    assert all(f"\n({name})\n" in text for name in figures())


def test_markdown_from_right_to_left_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook_markdown_module, "catalogue", lambda _: turned_english())
    text = rulebook_markdown("he", lambda figure: "", pictures=True)
    assert text.startswith('<div dir="rtl" lang="he">\n\n# ')
    assert text.endswith("\n\n</div>\n")


# ---- the terminal


@pytest.mark.parametrize("width", [40, 57, 80])
@pytest.mark.parametrize("look", [Look(), Look("●", "●", "·", colored=True)], ids=["plain", "colored"])
def test_the_text_fits_the_width_and_says_everything(width: int, look: Look) -> None:
    lines = rulebook_lines(EN, look, width)
    assert max(map(shown_width, lines)) <= width
    assert not any(line != line.rstrip() for line in lines)
    said = re.sub(r"\s+", " ", re.sub(r"\x1b\[[0-9;]*m", "", " ".join(lines)))
    skipped = {legend.picture.message for legend in blocks() if isinstance(legend, Legend)}
    skipped |= {sentence.message for sentence in legends()} if look.colored else set()
    heads = {cell.message for block in blocks() if isinstance(block, Table) for cell in block.head}
    for sentence in sentences():
        if sentence.message not in skipped | heads:
            assert plain(EN.sentence(sentence)) in said, sentence.message


def test_one_chapter_is_a_part_of_the_book() -> None:
    whole, part = rulebook_lines(EN, Look(), 80), rulebook_lines(EN, Look(), 80, "pac")
    place = whole.index(part[0])
    assert part[0] == "7. Pac: equal strength"
    assert whole[place : place + len(part)] == part
    assert any("e . .[X X]O O . . ." in line for line in part)


def test_the_command_prints_a_chapter(run: Run) -> None:
    done = run("rulebook", "--lang", "en", "--chapter", "aim")
    assert (done.code, done.lines[0]) == (0, "1. The aim of the game")
    done = run("rulebook", "--lang", "en")
    assert done.lines[:2] == ["The rules of Abalone", "A figure for every rule"]


def test_the_command_writes_files_by_their_ending(run: Run, html: str) -> None:
    for ending in (".html", ".HTML", ".md", ".txt"):
        path = Path(f"rules{ending}")
        path.write_text("old", encoding="utf-8")
        assert run("rulebook", "--lang", "en", "-o", str(path)) == (0, "", "")
        text = path.read_text(encoding="utf-8")
        if ending.lower() == ".html":
            assert text == html
        else:
            assert text.startswith("# The rules of Abalone\n" if ending == ".md" else "The rules of Abalone\n")
            assert "e . .[X X]O O . . ." in text


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("-o", "rules.pdf"), "the name of a rulebook must end in .html, .md or .txt: 'rules.pdf'"),
        (("-o", "rules"), "the name of a rulebook must end in .html, .md or .txt: 'rules'"),
        (("-o", "rules.txt", "--chapter", "pac"), "--chapter cannot be used with -o: a file has all chapters"),
        (("--chapter", "chess"), "argument --chapter: expected one of aim, board, "),
        (("--lang", "xx"), "argument --lang: expected one of en, "),
    ],
)
def test_what_cannot_be_written_gets_one_line(run: Run, arguments: tuple[str, ...], problem: str) -> None:
    done = run("rulebook", *arguments)
    assert done.code == 2
    assert done.err.startswith(f"sumito rulebook: {problem}")
    assert done.err.count("\n") == 1
    assert not list(Path().glob("rules*"))
