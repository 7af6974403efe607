"""The option `--lang`, the same for every command that speaks to learners."""

from __future__ import annotations

import argparse
import sys

from sumito.terminal.failures import quoted


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Give a command `--lang`; `language_of` has what was asked for."""
    parser.add_argument(
        "--lang", metavar="LANGUAGE", type=_language, help="en, he, pl or hu; if you do not say, the system's"
    )


def language_of(args: argparse.Namespace, *, printed: bool = True) -> str:
    """The language that was asked for, else the system's where it is one of ours, else English.

    What is printed is English too where standard output has not the letters of the system's language.
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
    raise argparse.ArgumentTypeError(f"one of {', '.join(LANGUAGES)}, not {quoted(text)}")
