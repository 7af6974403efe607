"""`sumito lab tune`: fit the hand-made evaluation to samples of self-play."""

from __future__ import annotations

import argparse

from sumito.cli.options.samples import add_sample_options, sample_files
from sumito.terminal.failures import Failure


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "tune",
        help="fit the hand-made evaluation to samples of self-play",
        description="Fit the weights of the hand-made evaluation to samples by logistic regression, with\n"
        "NumPy (the extra `sumito[train]`). Print the loss on games that were held back, with\n"
        "the present weights and with the new ones, and the new weights as the table of\n"
        "evaluation.cpp. The same samples give the same weights.",
        epilog="example:\n  sumito lab tune samples",
    )
    add_sample_options(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Fit the weights, and print them."""
    paths = list(sample_files(args.samples))
    try:
        from sumito.lab.teaching import teaching_samples
        from sumito.lab.tuning import tune
    except ImportError as error:
        raise Failure("tuning needs NumPy: pip install 'sumito[train]'") from error
    tuning = tune(teaching_samples(paths), args.result_part)
    print(f"samples {tuning.learnt}  held back {tuning.held_back}")
    print(f"loss before {tuning.loss_before:.5f}  after {tuning.loss_after:.5f}")
    print(tuning.table())
    return 0
