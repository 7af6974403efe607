"""Starting layouts: the shipped ones, and your own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Final

from sumito import _native
from sumito.core.cells import BLACK, COLORS, WHITE, Color, cell_name, cells_of, checked_cell, parse_cell
from sumito.core.choice import listed
from sumito.core.diagram import draw_text, read_text
from sumito.core.errors import PositionError, PositionProblem
from sumito.core.text import PositionForm, read_setup

_MOST_SIMILAR: Final = 3
_NUMBERS: Final = {"3": "three", "4": "four", "5": "five", "6": "six"}
_LONGEST_NAME: Final = 40  # the time of a comparison grows with the length


@dataclass(frozen=True, slots=True)
class Layout:
    """A starting position of the marbles.

    >>> LAYOUTS["belgian daisy"].name
    'Belgian Daisy'
    """

    slug: str
    """The stable identifier: lower case, with hyphens."""
    name: str
    """The name to show."""
    marbles: Mapping[Color, tuple[int, ...]] = field(hash=False)
    """The cells of each player's marbles. The players are in the order in which they move."""
    aliases: tuple[str, ...] = ()
    """Other names of the layout."""
    creator: str | None = None
    """The person who is said to have invented it."""
    note: str | None = None
    """A remark, for instance on its origin."""
    teams: bool = False
    """Whether four players make two teams: the first and the third against the second and the fourth."""

    def __post_init__(self) -> None:
        if self.teams and len(self.marbles) != 4:
            raise ValueError(f"only four players make teams, not {len(self.marbles)}")
        # Layouts are shared, so their marbles are read-only.
        object.__setattr__(self, "marbles", MappingProxyType(dict(self.marbles)))

    def __reduce__(self) -> tuple[object, ...]:
        return Layout, (self.slug, self.name, dict(self.marbles), self.aliases, self.creator, self.note, self.teams)

    @classmethod
    def from_cells(
        cls,
        marbles: Mapping[Color, Iterable[int]] | Mapping[str, Iterable[int]],
        *,
        slug: str = "custom",
        name: str = "Custom",
        unequal: bool = False,
        teams: bool = False,
    ) -> Layout:
        """Make a layout from the cells of each player's marbles. The players are in the order in which they move.

        The players need equal numbers of marbles unless `unequal` is True.

        Raises:
            PositionError: two marbles are on one cell, a player has no marbles, or the numbers are unequal.
            ValueError: a cell is not in 0 to 60, there is no such colour, or `teams` without four players.
        """
        taken = {Color(color): tuple(map(checked_cell, cells)) for color, cells in marbles.items()}
        problems = PositionProblem(0)
        said = []
        if len(taken) < 2:
            problems |= PositionProblem.NO_MARBLES
            said.append("fewer than two players")
        seen: dict[int, Color] = {}
        for color, cells in taken.items():
            if not cells:
                problems |= PositionProblem.NO_MARBLES
                said.append(f"{color} has no marbles")
            for cell in cells:
                label = cell_name(cell)
                if cell in seen:
                    problems |= PositionProblem.OVERLAP
                    said.append(f"two marbles on {label}")
                seen[cell] = color
        counts = {color: len(cells) for color, cells in taken.items()}
        if len(set(counts.values())) > 1 and not unequal:
            problems |= PositionProblem.UNEQUAL
            said.append("unequal numbers: " + ", ".join(f"{color} {count}" for color, count in counts.items()))
        if problems:
            raise PositionError(f"not a layout: {'; '.join(said)}", problems)
        return cls(slug, name, {color: tuple(sorted(cells)) for color, cells in taken.items()}, teams=teams)

    @classmethod
    def from_diagram(cls, text: str, *, slug: str = "custom", name: str = "Custom", unequal: bool = False) -> Layout:
        """Make a layout from a diagram as `str(board)` draws it: X is black, O is white, a dot is an empty cell.

        B, R, Y and G are blue, red, yellow and green. Black plays first, then blue, white, red, yellow and green.

        Raises:
            NotationError: the text is not a diagram.
            PositionError: see `from_cells`.
        """
        return cls.from_cells(read_text(text), slug=slug, name=name, unequal=unequal)

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        form: PositionForm | str = PositionForm.FEN,
        slug: str = "custom",
        name: str = "Custom",
        unequal: bool = False,
    ) -> Layout:
        """Make a layout from the marbles of a position text. The player to move and lost marbles are ignored.

        Raises:
            NotationError: the text is malformed.
            PositionError: see `from_cells`.
            ValueError: there is no such form.
        """
        setup = read_setup(text, form)
        colors, teams = [BLACK, WHITE], False
        if isinstance(setup, _native.MultiSetup):
            colors = [COLORS[color] for color in setup.colors]
            teams = setup.sides < len(colors)
        marbles = {color: cells_of(setup.marbles(player)) for player, color in enumerate(colors)}
        return cls.from_cells(marbles, slug=slug, name=name, unequal=unequal, teams=teams)

    def __str__(self) -> str:
        return draw_text(self.marbles)


class Layouts(Mapping[str, Layout]):
    """Shipped layouts by slug. Look-ups also find names and aliases.

    Look-ups ignore case, and treat spaces, hyphens and underscores alike.

    >>> len(LAYOUTS), LAYOUTS["Marguerite belge"].slug
    (64, 'belgian-daisy')
    """

    def __init__(self, file: str) -> None:
        self._file = file

    def __getitem__(self, key: str) -> Layout:
        slug = _slugs(self._file).get(_folded(str(key)))
        if slug is None:
            raise KeyError(key)
        return _layouts(self._file)[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(_layouts(self._file))

    def __len__(self) -> int:
        return len(_layouts(self._file))

    def __repr__(self) -> str:
        return f"<{len(self)} layouts>"


_TWO, _SEVERAL = "layouts.json", "multi_layouts.json"
LAYOUTS = Layouts(_TWO)
"""Every layout for two players that ships with the package."""
MULTI_LAYOUTS = Layouts(_SEVERAL)
"""Every layout for three to six players that ships with the package."""


def layout_named(name: str) -> Layout:
    """Return the shipped layout with this slug, name or alias, for any number of players.

    >>> layout_named("belgian_dasy")
    Traceback (most recent call last):
    ValueError: no such layout: 'belgian_dasy' (did you mean belgian-daisy, korean-daisy or german-daisy?)

    Raises:
        ValueError: there is no such layout. The message names similar ones.
    """
    for layouts in (LAYOUTS, MULTI_LAYOUTS):
        if name in layouts:
            return layouts[name]
    raise ValueError(f"no such layout: {name!r} ({layout_hint(name)})")


def layout_hint(name: str) -> str:
    """Return the end of an error message: at most three layouts with these words, else similar ones.

    A digit in front is a number of players.
    """
    from difflib import get_close_matches  # imported only for an error: it takes 10 ms

    slugs = _slugs(_TWO) | _slugs(_SEVERAL)
    wanted = _folded(str(name))[:_LONGEST_NAME]
    spelled = _NUMBERS.get(wanted[:1], wanted[:1]) + wanted[1:]
    longer = [each for each in slugs if f" {spelled} " in f" {each} "]
    close = get_close_matches(wanted, slugs, n=2 * _MOST_SIMILAR)
    similar = list(dict.fromkeys(slugs[each] for each in longer or close))[:_MOST_SIMILAR]
    return f"did you mean {listed(similar)}?" if similar else "`sumito layouts` lists them"


def _folded(key: str) -> str:
    return " ".join(key.lower().replace("-", " ").replace("_", " ").split())


@cache
def _layouts(file: str) -> dict[str, Layout]:
    import json  # imported here: these two would take a third of the time of `import sumito`
    from importlib.resources import files

    data = json.loads((files("sumito") / "data" / file).read_text(encoding="utf-8"))
    return {
        slug: Layout(
            slug,
            entry["name"],
            {
                Color(color): tuple(sorted(map(parse_cell, cells)))
                for color, cells in (entry.get("marbles") or {each: entry[each] for each in (BLACK, WHITE)}).items()
            },
            tuple(entry["aliases"]),
            entry["creator"],
            entry["note"],
            entry.get("teams", False),
        )
        for slug, entry in data.items()
    }


@cache
def _slugs(file: str) -> dict[str, str]:
    # Slugs override names, and names override aliases: "snakes" is one layout's slug and another's alias.
    found: dict[str, str] = {}
    for slug, layout in _layouts(file).items():
        for alias in layout.aliases:
            found[_folded(alias)] = slug
    for slug, layout in _layouts(file).items():
        found[_folded(layout.name)] = slug
    for slug in _layouts(file):
        found[_folded(slug)] = slug
    return found
