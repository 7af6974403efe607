"""What the package reads of each catalogue: from LANGUAGE.po the .mo for Python and the .json for the page.

usage: catalogues.py FOLDER FILE.po ...

The JSON has the language, its plural rule as gettext writes it, and the messages: a text, or the list
of its plural forms.
"""

import json
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def page_form(catalogue: Catalog, language: str) -> dict[str, object]:
    messages: dict[str, str | list[str]] = {}
    for message in catalogue:
        name, *plural = [message.id] if isinstance(message.id, str) else message.id
        if name:
            messages[name] = list(message.string or ()) if plural else str(message.string)
    return {"language": language, "plural": catalogue.plural_expr, "messages": messages}


def main() -> None:
    folder, *sources = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for source in sources:
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.stem, abort_invalid=True)
        with (folder / f"{source.stem}.mo").open("wb") as file:
            write_mo(file, catalogue)
        text = json.dumps(page_form(catalogue, source.stem), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        (folder / f"{source.stem}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
