"""Write the files that the package reads of each catalogue: LANGUAGE.mo for Python, and three files for the pages.

usage: catalogues.py FOLDER FILE.po ...

LANGUAGE.json has the language, its plural rule as gettext writes it, and the messages: a text, or the list of its
plural forms. The messages of the rulebook are in LANGUAGE.book.json and those of online play in LANGUAGE.online.json,
which only their pages fetch. The messages of the terminal are in none of them.
"""

import json
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

BOOK = ("rulebook.", "figure.", "glossary.")
ONLINE = "online."
TERMINAL = "terminal."


def page_forms(catalogue: Catalog, language: str) -> dict[str, dict[str, object]]:
    """Return the content of each file by its name."""
    messages: dict[str, str | list[str]] = {}
    for message in catalogue:
        name, *plural = [message.id] if isinstance(message.id, str) else message.id
        if name:
            messages[name] = list(message.string or ()) if plural else str(message.string)
    book = {name: text for name, text in messages.items() if name.startswith(BOOK)}
    online = {name: text for name, text in messages.items() if name.startswith(ONLINE)}
    rest = {name: text for name, text in messages.items() if not name.startswith((*BOOK, ONLINE, TERMINAL))}
    return {
        f"{language}.json": {"language": language, "plural": catalogue.plural_expr, "messages": rest},
        f"{language}.book.json": {"language": language, "messages": book},
        f"{language}.online.json": {"language": language, "messages": online},
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
