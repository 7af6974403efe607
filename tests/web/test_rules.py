"""Test the rulebook and the glossary in a browser: every figure is tried, and gives the explanation of the core."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, Route, expect

from sumito.core import BLACK, Direction, cell_name
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.learn.figures import Figure, Task, examples, figures
from sumito.learn.markup import plain
from sumito.learn.reasons import explain, tap
from sumito.learn.rulebook import Figures, Glossary, figure_numbers, rulebook
from sumito.learn.sentence import Sentence
from web.complaints import Complaints
from web.conftest import OpenPage
from web.hands import KEYS

FIGURES = list(figures().values())
TERMS = [
    term for chapter in rulebook() for block in chapter.blocks if isinstance(block, Glossary) for term in block.terms
]
ISOLATES = dict.fromkeys(map(ord, "\u2066\u2069"))


def visit(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page


def words(sentence: Sentence, language: str = "en") -> str:
    """Return the text of the page, in which links and isolates are elements."""
    return plain(catalogue(language).sentence(sentence)).translate(ISOLATES)


def refusal(figure: Figure, language: str = "en") -> str:
    """Return the core's explanation of the figure's move."""
    board = figure.board()
    if figure.tap is not None:
        return tap(board, figure.line, figure.tap).explanation.text(language)
    assert figure.direction is not None
    return explain(board, figure.line, figure.direction).text(language)


def expected(figure: Figure, language: str) -> dict[str, str]:
    """Return the expected text of a figure after it was tried."""
    number = catalogue(language).say("rulebook.figure", number=figure_numbers()[figure.id])
    verdict = words(Sentence(f"figure.{'refused' if figure.refused else 'allowed'}"), language)
    return {
        "number": number,
        "verdict": "" if figure.task is Task.LOOK else verdict,
        "caption": words(figure.caption, language),
        "task": f"{words(Sentence('rulebook.task'), language)} {words(figure.request, language)}",
        "why": refusal(figure, language) if figure.refused else "",
        "seen": words(figure.answer, language),
    }


def told(page: Page) -> dict[str, dict[str, str]]:
    """Return the text of each figure."""
    found: dict[str, dict[str, str]] = page.locator("figure.figure").evaluate_all(
        """figures => Object.fromEntries(figures.map(figure => {
            const text = selector => {
                const element = figure.querySelector(selector);
                return element.hidden ? '' : element.textContent;
            };
            return [figure.dataset.figure, {
                number: text('.about > :first-child'), verdict: text('.verdict'), caption: text('.caption'),
                task: text('.task'), why: text('.why'), seen: text('.seen'),
            }];
        }))"""
    )
    return found


def figures_of(chapter: str) -> list[Figure]:
    blocks = next(each.blocks for each in rulebook() if each.id == chapter)
    return [figure for block in blocks if isinstance(block, Figures) for figure in block.figures]


def after(figure: Figure) -> str:
    """Return the marbles after the figure's move, if it is legal."""
    board = figure.board()
    if not figure.refused:
        assert figure.direction is not None
        move = board.verdict(figure.line, figure.direction).move
        assert move is not None
        board.play(move)
    return board.position().split()[0]


def idle(page: Page, name: str) -> None:
    page.wait_for_function("name => __sumito.busy(name) === false", arg=name)


def click(page: Page, name: str, *cells: int) -> None:
    for cell in cells:
        point = page.evaluate("([name, cell]) => __sumito.at(name, cell)", [name, cell_name(cell)])
        page.mouse.click(point["x"], point["y"])


def target_of(page: Page, figure: Figure) -> int | None:
    """Return the cell with the arrow of the move."""
    found: int | None = page.evaluate(
        "async ([line, direction]) => (await import('../board/geometry.js')).targetOf(line, direction)",
        [list(figure.line), figure.direction],
    )
    return found


def move(page: Page, figure: Figure) -> None:
    """Click the ends of the line, then its destination; press a key if the destination is off the board."""
    board = page.locator(f"[data-figure={figure.id}] .board")
    board.scroll_into_view_if_needed()
    idle(page, figure.id)
    own = figure.board().marbles(BLACK)
    click(page, figure.id, *sorted({figure.line[0], figure.line[-1]}, key=lambda cell: cell not in own))
    target = figure.tap if figure.tap is not None else target_of(page, figure)
    if target is not None:
        click(page, figure.id, target)
        return
    assert figure.direction is not None
    board.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press(KEYS[Direction(figure.direction).name])


def position(page: Page, name: str) -> str:
    found: str = page.evaluate("name => __sumito.position(name)", name)
    return found.split()[0]


@pytest.mark.parametrize("chapter", ["movement", "sumito", "no_push", "pac", "ejection", "several"])
def test_figures_are_tried_by_hand(open_page: OpenPage, chapter: str) -> None:
    page = visit(open_page(reduced_motion="reduce"), "rules/?test")
    for figure in figures_of(chapter):
        if figure.task is Task.LOOK:
            continue
        shown = page.locator(f"#figure-{figure.id}")
        expect(shown.locator(".seen")).to_be_hidden()
        move(page, figure)
        expect(shown).to_have_attribute("data-state", "done")
        assert told(page)[figure.id] == expected(figure, "en")
        idle(page, figure.id)
        assert position(page, figure.id) == after(figure)
        shown.locator(".again").click()
        expect(shown).to_have_attribute("data-state", "ready")
        assert position(page, figure.id) == figure.board().position().split()[0]


@pytest.mark.parametrize("address", ["rules/#%", "rules/glossary/#%"])
def test_an_address_without_such_a_place_shows_the_page(page: Page, address: str) -> None:
    visit(page, address)
    expect(page.locator(".failed")).to_have_count(0)


def test_a_figure_has_coordinates_because_its_words_name_cells(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 664})
    page.goto("settings/")
    page.evaluate("async () => (await import('../shell/settings.js')).settings.set('coordinates', false)")
    figure = visit(page, "rules/?test#figure-single").locator("#figure-single")
    expect(figure.locator(".coordinates")).to_be_visible()


def test_a_figure_says_what_is_selected_and_what_a_cell_holds(page: Page) -> None:
    figure = next(each for each in FIGURES if each.task is Task.PLAY and len(each.line) == 1)
    visit(page, "rules/?test")
    shown = page.locator(f"#figure-{figure.id}")
    shown.scroll_into_view_if_needed()
    idle(page, figure.id)
    click(page, figure.id, figure.line[0])
    heard = shown.locator(".unseen[role=status]")
    expect(heard).to_contain_text(f"{cell_name(figure.line[0])} selected")
    shown.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("o")
    expect(heard).to_contain_text(f"{cell_name(figure.line[0])}, ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_shows_itself_in_every_language(open_page: OpenPage, language: str) -> None:
    page = visit(open_page(locale=language, reduced_motion="reduce"), "rules/?test")
    page.locator(".show").evaluate_all("buttons => buttons.forEach(button => button.click())")
    expect(page.locator(".figure[data-state=done]")).to_have_count(len(FIGURES))
    assert told(page) == {figure.id: expected(figure, language) for figure in FIGURES}


def test_what_was_said_is_said_again_in_another_language(page: Page) -> None:
    visit(page, "rules/?test")
    page.locator("#figure-pac22 .show").click()
    page.locator("select.language").select_option("hu")
    expect(page.locator("#figure-pac22 .why")).to_have_text(refusal(figures()["pac22"], "hu"))
    expect(page.locator("#figure-pac22 .seen")).to_have_text(words(figures()["pac22"].answer, "hu"))


def test_another_move_is_allowed_but_was_not_the_task(page: Page) -> None:
    visit(page, "rules/?test#figure-pac22")
    idle(page, "pac22")
    line = figures()["pac22"].line
    click(page, "pac22", line[0], line[0] - 1)  # one step to the left
    expect(page.locator("#figure-pac22 .why")).to_have_text(words(Sentence("rules.other")))
    expect(page.locator("#figure-pac22")).to_have_attribute("data-state", "ready")


def test_the_move_that_would_work_is_offered(open_page: OpenPage) -> None:
    page = visit(open_page(reduced_motion="reduce"), "rules/?test#figure-gap")
    figure, board = figures()["gap"], figures()["gap"].board()
    assert figure.tap is not None
    offered = tap(board, figure.line, figure.tap).explanation.instead
    assert offered is not None
    board.play(offered)
    page.locator("#figure-gap .show").click()
    page.locator("#figure-gap .instead").click()
    page.wait_for_function("after => __sumito.position('gap').startsWith(after)", arg=board.position().split()[0])


def test_a_slip_in_a_figure_is_not_asked_about(page: Page) -> None:
    page.add_init_script("localStorage.setItem('sumito.settings', JSON.stringify({confirm: 'always'}))")
    visit(page, "rules/?test")
    move(page, figures()["single"])
    expect(page.locator("#figure-single")).to_have_attribute("data-state", "done")


def test_the_rules_of_several_players_are_loaded_with_their_first_figure(
    open_page: OpenPage, complaints: Complaints
) -> None:
    complaints.expect("multi.wasm|Failed to fetch")
    page = open_page(reduced_motion="reduce")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    page.route("**/multi.wasm", lambda route: route.abort())
    visit(page, "rules/?test")
    shown = page.locator("#figure-team_push")
    assert not {"multi.wasm", "more_marbles.js", "en.several.json"} & set(asked)
    expect(page.locator("#several > p > a.button")).to_have_attribute("href", re.compile("/several/$"))
    shown.locator(".show").click()
    expect(shown.locator(".why")).to_have_text(catalogue("en").say("app.not_loaded"))
    assert "multi.wasm" in asked
    page.unroute("**/multi.wasm")
    shown.locator(".show").click()
    expect(shown).to_have_attribute("data-state", "done")
    expect(shown.locator(".why")).to_be_hidden()
    # The figures go on with Black's turn, so another move can be tried.
    idle(page, "team_push")
    assert page.evaluate("__sumito.position('team_push')").split()[1:4] == ["buwr", "0,0", "b"]
    shown.locator(".again").click()
    outlines = page.locator("#figure-mixed_push path.outline")
    ejection = page.locator("#several a.term[data-term=ejection]")
    ejection.scroll_into_view_if_needed()
    expect(outlines).to_have_count(1)  # the board is there
    ejection.hover()
    expect(outlines).to_have_count(0)
    page.locator("#several a.term[data-term=push]").hover()
    expect(outlines).to_have_count(2)


def test_a_term_is_shown_in_a_figure_that_comes_after_the_pointer(page: Page) -> None:
    held: list[Route] = []
    page.route("**/multi.wasm", lambda route: held.append(route))
    visit(page, "rules/?test")
    with page.expect_request("**/multi.wasm"):
        page.locator("#several a.term[data-term=push]").hover()
    outlines = page.locator("#figure-mixed_push path.outline")
    expect(outlines).to_have_count(0)
    for route in held:
        route.continue_()
    expect(outlines).to_have_count(2)


def test_chapters_and_tables_are_those_of_the_book(page: Page) -> None:
    visit(page, "rules/")
    titles = [words(chapter.title) for chapter in rulebook()]
    assert page.locator(".contents a").all_inner_texts() == titles
    assert [text.split("\n")[-1] for text in page.locator(".chapters h2").all_inner_texts()] == titles
    expect(page.locator("#sumito table tbody tr")).to_have_count(3)


@pytest.mark.parametrize("address", ["rules/#figure-pac22", "rules/#ejection", "rules/glossary/#det"])
def test_an_address_leads_to_its_place(page: Page, address: str) -> None:
    visit(page, address)
    place = page.locator(f"#{address.split('#')[1]}")
    expect(place).to_be_in_viewport()
    assert place.evaluate("element => element.matches(':target')")


def test_every_link_to_a_term_leads_somewhere(page: Page) -> None:
    visit(page, "rules/")
    linked = set(page.locator("a.term, .terms a").evaluate_all("links => links.map(link => link.href)"))
    assert len(linked) == len(TERMS)
    for address in linked:
        assert "/rules/glossary/#" in address
    visit(page, "rules/glossary/")
    ids = set(page.locator(".term-card").evaluate_all("cards => cards.map(card => card.id)"))
    assert {address.split("#")[1] for address in linked} == ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_says_what_each_term_means(open_page: OpenPage, language: str) -> None:
    page = visit(open_page(locale=language), "rules/glossary/?test")
    shown = page.locator(".term-card").evaluate_all(
        "cards => cards.map(card => ["
        "'h2', '.meaning > p', '.caption'].map(name => card.querySelector(name)?.textContent))"
    )
    assert shown == [
        [
            words(term.name, language),
            words(term.definition, language),
            None if term.example is None else words(term.example.caption, language),
        ]
        for term in TERMS
    ]


def test_a_term_lights_its_shape_on_the_board_beside(page: Page) -> None:
    visit(page, "rules/?test#sumito")
    idle(page, "sumito21")
    outlines = page.locator("#figure-sumito21 path.outline")
    before = outlines.count()
    page.locator("#sumito a.term[data-term=sumito]").first.hover()
    expect(page.locator("#figure-sumito21 path.outline.said-line")).to_have_count(1)
    expect(page.locator("#figure-sumito21 path.outline.said-cells")).to_have_count(1)
    page.locator("h1").hover()
    expect(outlines).to_have_count(before)
    visit(page, "rules/glossary/?test#trinomial")
    idle(page, "trinomial")
    page.locator("#trinomial a.term[data-term=shield]").focus()
    expect(page.locator("#trinomial path.outline.formation-shield")).to_have_count(1)


def test_examples_of_the_glossary_are_live(open_page: OpenPage) -> None:
    page = visit(open_page(reduced_motion="reduce"), "rules/glossary/?test")
    for example in examples().values():
        card = page.locator(f"#{example.id}")
        card.locator(".board").scroll_into_view_if_needed()
        idle(page, example.id)
        expect(card.locator("path.outline")).to_have_count(len(example.highlights))
        if example.direction is None:
            expect(card.locator(".show")).to_be_hidden()
            continue
        card.locator(".show").click()
        expect(card.locator(".figure")).to_have_attribute("data-state", "done")
        assert position(page, example.id) == after(example)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_axe_finds_nothing_where_figures_were_tried(open_page: OpenPage, scheme: str) -> None:
    page = visit(open_page(reduced_motion="reduce", color_scheme=scheme), "rules/?test")
    for name in ("sumito21", "pac22", "gap"):
        page.locator(f"#figure-{name} .show").click()
        expect(page.locator(f"#figure-{name}")).to_have_attribute("data-state", "done")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
