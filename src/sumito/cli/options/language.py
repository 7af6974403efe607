"""The option `--lang`."""

from __future__ import annotations

import argparse
import sys

from sumito.terminal.failures import quoted


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Add `--lang`; `language_of` returns its value."""
    parser.add_argument(
        "--lang", metavar="LANGUAGE", type=_language, help="en, he, pl or hu (default: the language of the system)"
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
        catalogue(language).say("rulebook.subtitle").encode((printed and sys.stdout.encoding) or "utf-8")
    except UnicodeEncodeError:
        return "en"
    return language


def _language(text: str) -> str:
    from sumito.learn.catalogue import LANGUAGES

    if text in LANGUAGES:
        return text
    raise argparse.ArgumentTypeError(f"expected one of {', '.join(LANGUAGES)}, not {quoted(text)}")
