"""Write the files that the package reads of each catalogue: LANGUAGE.mo for Python, and others for the pages.

usage: catalogues.py FOLDER FILE.po ...

LANGUAGE.json has the language, its direction, its plural rule as gettext writes it, and the messages: a text, or the
list of its plural forms. The messages of one part of the app, as the rulebook, are in LANGUAGE.PART.json, which only
its pages fetch. The messages of the terminal and of the command line, and those about the language, which every page
has in its HTML, are in none of them.
"""

import json
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

PARTS = {
    "atlas": ("atlas.",),
    "book": ("rulebook.", "figure.", "glossary.", "rules."),
    "coach": ("coach.", "unseen.", "why."),
    "course": ("course.",),
    "game": (
        *("character.", "local.", "ended.", "play.coach", "play.defeat", "play.draw", "play.elsewhere"),
        *("play.engine_failed", "play.first_turn", "play.handicap", "play.hint", "play.level", "play.limit"),
        *("play.lost", "play.options", "play.position", "play.repe", "play.resign", "play.take", "play.thinking"),
        *("play.again", "play.drawn", "play.ejected", "play.gone", "play.layout", "play.review", "play.share"),
        *("play.side", "play.start", "play.turn_board", "play.unsaved", "play.why", "play.won", "play.your_turn"),
        *("clock.extra", "clock.kind", "clock.left", "clock.low", "clock.minutes", "clock.seconds", "clock.title"),
    ),
    "games": (
        *("games.find", "games.judged", "games.backup", "games.tally", "games.delete_", "games.import", "games.lead"),
        *("games.none", "games.keep", "games.kept", "games.not_promised", "games.used", "games.finished"),
    ),
    "online": ("online.",),
    "puzzles": ("puzzle.", "puzzles.", "short.puzzle.", "theme."),
    "review": ("review.",),
    "settings": ("settings.",),
    "several": (
        *("several.", "color.blue", "color.red", "color.yellow", "color.green"),
        *("layout.three_", "layout.four_", "layout.five_", "layout.six_"),
    ),
    "share": ("share.", "scene."),
    "study": (
        *("formation.", "position.", "record.", "short.formation.", "short.position."),
        *("analysis.editor", "analysis.dialect.", "analysis.form", "analysis.count", "analysis.engine"),
        *("analysis.threats", "analysis.moves", "analysis.chance", "analysis.long", "analysis.export"),
        *("analysis.import", "analysis.problem.", "explorer."),
    ),
}
PYTHON_ONLY = ("terminal.", "typed.", "explain.", "language.")


def page_forms(catalogue: Catalog, language: str) -> dict[str, dict[str, object]]:
    """Return the content of each file by its name."""
    messages: dict[str, str | list[str]] = {}
    for message in catalogue:
        name, *plural = [message.id] if isinstance(message.id, str) else message.id
        if name:
            messages[name] = list(message.string or ()) if plural else str(message.string)
    parts = {
        part: {name: text for name, text in messages.items() if name.startswith(prefixes)}
        for part, prefixes in PARTS.items()
    }
    elsewhere = (*PYTHON_ONLY, *(prefix for prefixes in PARTS.values() for prefix in prefixes))
    return {
        f"{language}.json": {
            "language": language,
            "direction": messages["language.direction"],
            "plural": catalogue.plural_expr,
            "messages": {name: text for name, text in messages.items() if not name.startswith(elsewhere)},
        },
        **{f"{language}.{part}.json": {"language": language, "messages": own} for part, own in parts.items()},
    }


def main() -> None:
    folder, *sources = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for source in sources:
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.stem, abort_invalid=True)
        with (folder / f"{source.stem}.mo").open("wb") as file:
            write_mo(file, catalogue)
        for name, form in page_forms(catalogue, source.stem).items():
            text = json.dumps(form, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
            (folder / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
