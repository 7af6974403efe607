"""Write docs/rules.md, its pictures in docs/pictures/rulebook and docs/terms.md, or the same files in another folder.

usage: write_rulebook.py [FOLDER]
"""

import sys
from pathlib import Path

from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.learn.figure_picture import figure_svg
from sumito.learn.figures import Figure, examples, figures
from sumito.learn.rulebook import Glossary, rulebook
from sumito.learn.rulebook_markdown import rulebook_markdown

FOLDER = Path(__file__).resolve().parents[1] / "docs"
PICTURES = "pictures/rulebook"
WORDS = catalogue("en")


def written() -> dict[str, str]:
    """Return the contents of every file by its name in the folder."""
    notice = "<!-- Written by tools/write_rulebook.py: change the catalogue and the data, not this page. -->\n\n"
    found = {
        "rules.md": notice + rulebook_markdown(WORDS.language, picture, pictures=True),
        "terms.md": notice + terms(),
    }
    for figure in (*figures().values(), *examples().values()):
        found[file_name(figure)] = figure_svg(figure, WORDS.language, theme="light", size=360)
    return found


def terms() -> str:
    """Return a table of the glossary's terms in every language."""
    every = [catalogue(language) for language in LANGUAGES]
    names = [term.name for chapter in rulebook() for block in chapter.blocks if isinstance(block, Glossary)
             for term in block.terms]  # fmt: skip
    rows = [[words.say("language.name") for words in every], ["---"] * len(every)]
    rows += [[words.sentence(name) for words in every] for name in names]
    intro = "Each term of the game in every language. [The glossary of the rulebook](rules.md#glossary) explains them."
    return f"# Terms in every language\n\n{intro}\n\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def picture(figure: Figure) -> str:
    return f"![{WORDS.sentence(figure.caption)}]({file_name(figure)})"


def file_name(figure: Figure) -> str:
    return f"{PICTURES}/{'term' if figure.task is None else 'figure'}_{figure.id}.svg"


def main(folder: Path) -> None:
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    for name, text in written().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
