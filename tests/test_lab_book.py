"""Opening books: fair and different openings, equal books from equal recipes, and files that read back."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from command_line import Run, runner
from sumito import BLACK, LAYOUTS, SYMMETRIES, WHITE, Board, Rules
from sumito.engine import Engine, Limit
from sumito.lab import LabError
from sumito.lab.book import MAGIC, Book, Opening, shipped_book
from sumito.lab.book_maker import FAVOURITES, Recipe, fair_shares, make_book, same_game
from sumito.lab.journal import Journal

run = pytest.fixture(runner)

SMALL = Recipe((("standard", 20), ("belgian-daisy", 25), ("star", 10)), nodes=60)


# ---- openings


def test_an_opening_is_what_was_played() -> None:
    board = Board("german-daisy")
    for _ in range(5):
        board.play(sorted(board.legal_moves)[3])
    opening = Opening.of("german-daisy", board.history)
    assert opening.choices == (3,) * 5
    assert opening.board() == board
    assert opening.board().history == board.history
    assert opening.board(Rules(ply_cap=9)).rules == Rules(ply_cap=9)


@pytest.mark.parametrize("bad", [Opening("nowhere", (1,)), Opening("standard", (200,))])
def test_an_opening_that_cannot_be_played_says_so(bad: Opening) -> None:
    with pytest.raises(LabError, match="an opening "):
        bad.board()


# ---- the shipped book, by means that share nothing with the maker


def cell_images() -> list[list[int]]:
    """Return the twelve symmetries as permutations of cells, from hexagonal coordinates."""
    places = [
        (x, y) for y in range(-4, 5) for x in range(-4, 5) if -4 <= x - y <= 4
    ]  # rows a to i; x - y is bounded at the edge of the board
    number = {place: cell for cell, place in enumerate(places)}
    images = []
    for mirrored in (False, True):
        for turns in range(6):
            image = []
            for place in places:
                x, y = place
                if mirrored:
                    x, y = x - y, -y
                for _ in range(turns):
                    x, y = x - y, x
                image.append(number[x, y])
            images.append(image)
    return images


def test_shipped_openings_are_legal_without_ejections_and_all_different() -> None:
    images = [[1 << cell for cell in image] for image in cell_images()]
    assert len({tuple(image) for image in images}) == 12
    book = shipped_book()
    assert len(book) >= 20_000
    seen = set()
    for opening in book:
        board = opening.board()  # raises if a move is illegal
        assert 4 <= board.ply == len(opening.choices) <= 8
        assert board.outcome is None
        assert [board.ejected(color) for color in (BLACK, WHITE)] == [0, 0]
        # Looking from the side of the player to move exchanges the colours.
        other = WHITE if board.turn is BLACK else BLACK
        mine, theirs = board.marbles(board.turn), board.marbles(other)
        seen.add(min((sum(map(bits.__getitem__, mine)), sum(map(bits.__getitem__, theirs))) for bits in images))
    assert len(seen) == len(book)


def test_shipped_book_is_a_wide_mix() -> None:
    counts: dict[str, int] = {}
    for opening in shipped_book():
        counts[opening.layout] = counts.get(opening.layout, 0) + 1
    assert set(counts) == set(LAYOUTS)
    total = sum(counts.values())
    favoured = [counts[slug] for slug in FAVOURITES]
    assert sum(favoured) == pytest.approx(0.4 * total, rel=0.01)
    assert max(favoured) - min(favoured) <= 1
    others = [count for slug, count in counts.items() if slug not in FAVOURITES]
    assert max(others) - min(others) <= 1


def test_shipped_book_is_small() -> None:
    assert len(shipped_book().packed()) < 400_000


# ---- making one


def test_a_made_book_is_fair_and_has_its_shares() -> None:
    book = make_book(SMALL)
    for slug, share in SMALL.shares:
        assert sum(opening.layout == slug for opening in book) == share
    with Engine(hash_mb=2) as engine:
        for opening in book:
            engine.forget()
            score = engine.analyse(opening.board(Rules(repetition=0)), Limit(nodes=SMALL.nodes)).score
            assert score.win_in is None
            assert 0.4 <= score.win_probability <= 0.6


def test_unfair_openings_are_left_out() -> None:
    with Engine(hash_mb=2) as engine:
        everything = [Recipe((), nodes=60, fairness=0.0).opening("alien-attack", n, engine) for n in range(60)]
        fair = [Recipe((), nodes=60).opening("alien-attack", n, engine) for n in range(60)]
    left_out = [one for one, two in zip(everything, fair, strict=True) if one and not two]
    assert len(left_out) > 10
    assert [one for one, two in zip(everything, fair, strict=True) if two and one != two] == []


def test_openings_with_an_ejection_are_left_out() -> None:
    long = Recipe((), nodes=1, least_plies=25, most_plies=30, fairness=0.0)
    with Engine(hash_mb=2) as engine:
        made = [long.opening("alien-attack", attempt, engine) for attempt in range(30)]
    boards = [opening.board(Rules(repetition=0)) for opening in made if opening]
    assert 0 < len(boards) < 30
    assert {board.ejected(color) for board in boards for color in (BLACK, WHITE)} == {0}


def test_the_same_recipe_makes_the_same_book() -> None:
    one = make_book(SMALL)
    assert list(one) == list(make_book(SMALL, concurrency=3))
    other = make_book(Recipe(SMALL.shares, nodes=60, seed=1))
    assert set(one).isdisjoint(other)


def test_a_broken_book_goes_on_to_the_same(tmp_path: Path) -> None:
    path = tmp_path / "journal"

    def break_off(made: int, wanted: int, attempts: int) -> None:
        assert wanted == 55
        assert attempts >= made
        if made >= 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_book(SMALL, journal=str(path), report=break_off)
    kept = path.read_bytes()
    assert kept.count(b"\n") > 2
    path.write_bytes(kept[:-7])  # as after a crash of the machine
    assert list(make_book(SMALL, journal=str(path), concurrency=2)) == list(make_book(SMALL))
    assert path.read_bytes().startswith(kept)
    with pytest.raises(LabError, match=r"a journal of other work: seed is 0, not 1; choose a new file$"):
        make_book(Recipe(SMALL.shares, nodes=60, seed=1), journal=str(path))


def test_a_journal_with_something_else_in_it_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    make_book(SMALL, journal=str(path))
    with open(path, "ab") as file:
        file.write(b'{"layout":"star"}\n')
    with pytest.raises(LabError, match=r"journal:\d+: not a chunk of a book"):
        make_book(SMALL, journal=str(path))


def test_a_layout_without_enough_openings_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recipe, "opening", lambda recipe, slug, attempt, engine: Opening(slug, (1, 2, 3, 4)))
    with pytest.raises(LabError, match="star has too few fair openings: 1 of 3 were found in 752 attempts"):
        make_book(Recipe((("star", 3),)))


def test_openings_that_cannot_be_reached_are_not_looked_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Recipe,
        "opening",
        lambda recipe, slug, attempt, engine: Opening(slug, (0, 0, 0, min(attempt // 300, 5))),
    )
    reports: list[tuple[int, ...]] = []
    with pytest.raises(LabError, match=r"^star has too few fair openings: 6 of 10000000 were found in 6512 attempts, "):
        make_book(Recipe((("star", 10_000_000),)), report=lambda *numbers: reports.append(numbers))
    assert reports[0] == (1, 10_000_000, 16)
    assert reports[-1] == (6, 10_000_000, 6512)
    assert len(reports) == 6512 // 16


def test_shares_add_up() -> None:
    shares = fair_shares(20_000)
    assert sum(count for _, count in shares) == 20_000
    assert {slug for slug, _ in shares} == set(LAYOUTS)
    assert fair_shares(5, ["star", "wheel"]) == (("star", 3), ("wheel", 2))


def test_positions_that_are_images_are_the_same_game() -> None:
    board = Opening("belgian-daisy", (5, 9, 20, 31, 2)).board()
    swapped = {"b": "w", "w": "b"}
    rows, black, white, turn, *rest = board.position().split()
    exchanged = Board.from_position(" ".join([rows.swapcase(), white, black, swapped[turn], *rest]))
    keys = {same_game(each.transformed(symmetry)) for each in (board, exchanged) for symmetry in SYMMETRIES}
    assert len(keys) == 1
    board.play(min(board.legal_moves))
    assert same_game(board) not in keys


# ---- files


def test_a_book_is_read_as_it_was_written(tmp_path: Path) -> None:
    book = make_book(SMALL)
    book.write(tmp_path / "a.book")
    again = Book.read(tmp_path / "a.book")
    assert list(again) == list(book)
    assert again.sha256 == book.sha256
    assert Book(reversed(book)).sha256 == book.sha256
    assert Book(book[1:]).sha256 != book.sha256
    start = Book([Opening("standard", ()), Opening("star", (1,))])
    start.write(tmp_path / "a.book")
    assert list(Book.read(tmp_path / "a.book")) == list(start)


def test_files_that_are_no_books_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    good = make_book(SMALL).packed()
    content = zlib.decompress(good[len(MAGIC) :])
    damaged = [good[:-40], good[: len(MAGIC)], good[:60] + b"xxxx" + good[64:]]
    damaged += [MAGIC + zlib.compress(each) for each in (b"", b"hello", content[:-3], b"star 1 2\n\1\1", b"star x y\n")]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(LabError, match=r"a\.book: this book of openings is damaged"):
            Book.read(path)
    path.write_bytes(b"hello")
    with pytest.raises(LabError, match=r"a\.book: not a book of openings"):
        Book.read(path)
    with pytest.raises(FileNotFoundError):
        Book.read(tmp_path / "missing")


def test_openings_stand_once_and_there_are_some() -> None:
    with pytest.raises(ValueError, match="needs at least one opening"):
        Book([])
    with pytest.raises(ValueError, match="twice"):
        Book([Opening("star", (1,)), Opening("star", (1,))])


def test_a_seed_draws_every_opening_once_a_round() -> None:
    book = make_book(SMALL)
    rounds = [[book.drawn(4, number) for number in range(start, start + 55)] for start in (0, 55)]
    assert set(rounds[0]) == set(rounds[1]) == set(book)
    assert rounds[0] != rounds[1]
    assert rounds[0] != [book.drawn(5, number) for number in range(55)]


# ---- commands


def test_the_command_makes_a_book_and_lists_it(run: Run) -> None:
    words = ["lab", "book", "--openings", "9", "--layouts", "Belgian Daisy, star", "--nodes", "50", "--seed", "3"]
    done = run(*words, "-o", "a.book", "--journal", "j")
    book = Book.read("a.book")
    assert (done.code, done.out) == (0, f"openings 9 sha256 {book.sha256}\n")
    assert [opening.layout for opening in book] == ["belgian-daisy"] * 5 + ["star"] * 4
    listed = run("lab", "openings", "--book", "a.book")
    assert listed.lines == [opening.board().position() for opening in book]
    assert run(*words, "-o", "b.book", "--concurrency", "2").code == 0
    assert Path("b.book").read_bytes() == Path("a.book").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("book", "sumito lab book: the following arguments are required: -o/--output"),
        ("book -o no/where", "sumito lab book: no/where: no such file or directory"),
        ("book -o x --layouts stra", "sumito lab book: no such layout: 'stra' (did you mean star"),
        (
            "book -o x --openings 0",
            "sumito lab book: argument --openings: expected a whole number from 1 to 100000000, not '0'",
        ),
        ("openings --book missing", "sumito lab openings: missing: no such file or directory"),
        ("openings --book .", "sumito lab openings: .: is a directory"),
    ],
)
def test_bad_input_gets_one_line(run: Run, words: str, said: str) -> None:
    done = run("lab", *words.split())
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith(said)
    assert not re.search("Traceback", done.err)
    assert list(Path().iterdir()) == []


def test_a_journal_is_closed_when_the_work_is_done(tmp_path: Path) -> None:
    with Journal(tmp_path / "j", {"sumito": "test"}) as journal:
        journal.add({"one": 1})
    with pytest.raises(ValueError, match="closed"):
        journal.add({"two": 2})
