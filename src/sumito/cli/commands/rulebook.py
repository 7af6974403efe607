"""`sumito rulebook`: print the rules of the game, or write them to a file."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import PurePath
from typing import Final

from sumito.cli.options.language import add_language_option, language_of
from sumito.terminal.failures import InputError, quoted

_FILE_WIDTH: Final = 80
_WIDEST: Final = 80  # longer lines are hard to read


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "rulebook",
        help="read the rules of the game, with figures and a glossary",
        description="Print the rules of the game, with a figure for every rule and a glossary.\n"
        "Or write them to a file: a page for browsers and printers (.html), Markdown\n"
        "(.md) or plain text (.txt).",
        epilog="example:\n  sumito rulebook --chapter pac\n  sumito rulebook --lang en -o rules.html",
    )
    parser.add_argument(
        "--chapter", metavar="NAME", type=_chapter, help="print only this chapter, such as sumito or glossary"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="the file to write: FILE.html, FILE.md or FILE.txt")
    add_language_option(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Print the rulebook, or write it."""
    language = language_of(args, printed=args.output is None)
    if args.output is None:
        from sumito.learn.catalogue import catalogue
        from sumito.terminal.board_text import look_for
        from sumito.terminal.rulebook_text import rulebook_lines

        width = min(shutil.get_terminal_size().columns, _WIDEST)
        print("\n".join(rulebook_lines(catalogue(language), look_for(sys.stdout), width, args.chapter)))
        return 0
    if args.chapter is not None:
        raise InputError("--chapter cannot be used with -o: a file has all chapters")
    text = _file_text(args.output, language)
    from sumito.terminal.files import output_file

    with output_file(args.output) as file:
        file.write(text.encode())
    return 0


def _file_text(name: str, language: str) -> str:
    """Return the content of a file with this name."""
    match PurePath(name).suffix.lower():
        case ".html":
            from sumito.learn.rulebook_page import rulebook_html

            return rulebook_html(language)
        case ".md":
            from sumito.learn.figures import Figure
            from sumito.learn.rulebook_markdown import rulebook_markdown
            from sumito.terminal.board_text import Look
            from sumito.terminal.rulebook_text import diagram_lines

            def diagram(figure: Figure) -> str:
                # A block of code would run from right to left in Hebrew.
                return "\n".join(('<pre dir="ltr">', *diagram_lines(figure, Look()), "</pre>"))

            return rulebook_markdown(language, diagram, pictures=False)
        case ".txt":
            from sumito.learn.catalogue import catalogue
            from sumito.terminal.board_text import Look
            from sumito.terminal.rulebook_text import rulebook_lines

            return "\n".join(rulebook_lines(catalogue(language), Look(), _FILE_WIDTH)) + "\n"
    raise InputError(f"the name of a rulebook must end in .html, .md or .txt: {quoted(name)}")


def _chapter(text: str) -> str:
    from sumito.learn.rulebook import rulebook

    names = [chapter.id for chapter in rulebook()]
    if text in names:
        return text
    raise argparse.ArgumentTypeError(f"expected one of {', '.join(names)}, not {quoted(text)}")
