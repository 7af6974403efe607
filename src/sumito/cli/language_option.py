"""The option `--lang`, the same for every command that speaks to learners."""

from __future__ import annotations

import argparse

from sumito.cli.failures import quoted


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Give a command `--lang`; `language_of` has what was asked for."""
    parser.add_argument(
        "--lang", metavar="LANGUAGE", type=_language, help="en, he, pl or hu; if you do not say, the system's"
    )


def language_of(args: argparse.Namespace) -> str:
    """The language that was asked for, else the system's where it is one of ours, else English."""
    from sumito.learn.catalogue import system_language

    return str(args.lang or system_language())


def _language(text: str) -> str:
    from sumito.learn.catalogue import LANGUAGES

    if text in LANGUAGES:
        return text
    raise argparse.ArgumentTypeError(f"one of {', '.join(LANGUAGES)}, not {quoted(text)}")
