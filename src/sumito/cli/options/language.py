"""The option `--lang`."""

from __future__ import annotations

import argparse
import sys

from sumito.learn.languages import LANGUAGES
from sumito.terminal.failures import quoted


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Add `--lang`; `language_of` returns its value."""
    codes = ", ".join(LANGUAGES[:-1]) + f" or {LANGUAGES[-1]}"
    parser.add_argument(
        "--lang", metavar="LANGUAGE", type=_language, help=f"{codes} (default: the language of the system)"
    )


def language_of(args: argparse.Namespace, *, printed: bool = True) -> str:
    """Return the value of `--lang`. The default is the language of the system, or English if there is no catalogue.

    The default is also English if the text is `printed` and standard output cannot show the letters of the language.
    """
    from sumito.learn.catalogue import catalogue, system_language

    if args.lang is not None:
        return str(args.lang)
    language = system_language()
    try:
        # In French this sentence has a narrow space, which few character sets have.
        catalogue(language).say("rulebook.turn.kinds").encode((printed and sys.stdout.encoding) or "utf-8")
    except UnicodeEncodeError:
        return "en"
    return language


def _language(text: str) -> str:
    if text in LANGUAGES:
        return text
    raise argparse.ArgumentTypeError(f"expected one of {', '.join(LANGUAGES)}, not {quoted(text)}")
