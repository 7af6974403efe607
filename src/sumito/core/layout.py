"""Starting layouts: those that the world plays, and your own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from sumito.core.cells import BLACK, WHITE, Color, cell_name, cells_of, checked_cell, parse_cell
from sumito.core.diagram import draw_text, read_text
from sumito.core.errors import PositionError, PositionProblem
from sumito.core.text import PositionForm, read_setup


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the marbles stand at the start.

    >>> LAYOUTS["belgian daisy"].name
    'Belgian Daisy'
    """

    slug: str
    """The stable name: lower case, with hyphens."""
    name: str
    """The name for people."""
    marbles: Mapping[Color, tuple[int, ...]] = field(hash=False)
    """The cells of each player, in the order of play."""
    aliases: tuple[str, ...] = ()
    """Other names it goes by."""
    creator: str | None = None
    """Who is said to have made it."""
    note: str | None = None

    def __post_init__(self) -> None:
        # Layouts are shared: nobody may move their marbles.
        object.__setattr__(self, "marbles", MappingProxyType(dict(self.marbles)))

    def __reduce__(self) -> tuple[object, ...]:
        return Layout, (self.slug, self.name, dict(self.marbles), self.aliases, self.creator, self.note)

    @classmethod
    def from_cells(
        cls,
        marbles: Mapping[Color, Iterable[int]],
        *,
        slug: str = "custom",
        name: str = "Custom",
        unequal: bool = False,
    ) -> Layout:
        """Your own layout from the cells of each player, checked.

        Unequal numbers are taken only where `unequal` says so: a handicap is meant, a slip is not.

        Raises:
            PositionError: two marbles in one cell, a player without marbles, or unequal numbers.
            ValueError: a number that is no cell.
        """
        taken = {color: tuple(map(checked_cell, cells)) for color, cells in marbles.items()}
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
        return cls(slug, name, {color: tuple(sorted(cells)) for color, cells in taken.items()})

    @classmethod
    def from_diagram(cls, text: str, *, slug: str = "custom", name: str = "Custom", unequal: bool = False) -> Layout:
        """Your own layout from a diagram as `str(board)` draws it: X black, O white, a dot for an empty cell.

        Raises:
            NotationError: the text is no diagram.
            PositionError: as `from_cells`.
        """
        return cls.from_cells(read_text(text), slug=slug, name=name, unequal=unequal)

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        form: PositionForm = PositionForm.FEN,
        slug: str = "custom",
        name: str = "Custom",
        unequal: bool = False,
    ) -> Layout:
        """Your own layout from the marbles of a position text; who is to move and what is lost does not count.

        Raises:
            NotationError: the text is not well formed.
            PositionError: as `from_cells`.
        """
        setup = read_setup(text, form)
        marbles = {color: cells_of(setup.marbles(player)) for player, color in enumerate((BLACK, WHITE))}
        return cls.from_cells(marbles, slug=slug, name=name, unequal=unequal)

    def __str__(self) -> str:
        return draw_text(self.marbles)


class Layouts(Mapping[str, Layout]):
    """The layouts by slug; a look-up also takes a name or an alias, in any case, with spaces, hyphens or underscores.

    >>> len(LAYOUTS), LAYOUTS["Marguerite belge"].slug
    (64, 'belgian-daisy')
    """

    def __getitem__(self, key: str) -> Layout:
        slug = _slugs().get(_folded(str(key)))
        if slug is None:
            raise KeyError(key)
        return _layouts()[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(_layouts())

    def __len__(self) -> int:
        return len(_layouts())

    def __repr__(self) -> str:
        return f"<{len(self)} layouts>"


LAYOUTS = Layouts()
"""Every layout that ships with the package."""


def _folded(key: str) -> str:
    return " ".join(key.lower().replace("-", " ").replace("_", " ").split())


@cache
def _layouts() -> dict[str, Layout]:
    import json  # here, since these two would be a third of the time that `import sumito` takes
    from importlib.resources import files

    data = json.loads((files("sumito") / "data/layouts.json").read_text(encoding="utf-8"))
    return {
        slug: Layout(
            slug,
            entry["name"],
            {color: tuple(sorted(map(parse_cell, entry[color.value]))) for color in (BLACK, WHITE)},
            tuple(entry["aliases"]),
            entry["creator"],
            entry["note"],
        )
        for slug, entry in data.items()
    }


@cache
def _slugs() -> dict[str, str]:
    # Slugs win over names and names over aliases: "snakes" is one layout's slug and another's alias.
    found: dict[str, str] = {}
    for slug, layout in _layouts().items():
        for alias in layout.aliases:
            found[_folded(alias)] = slug
    for slug, layout in _layouts().items():
        found[_folded(layout.name)] = slug
    for slug in _layouts():
        found[_folded(slug)] = slug
    return found
