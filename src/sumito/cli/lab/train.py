"""`sumito lab train`: train a network on samples of self-play."""

from __future__ import annotations

import argparse

from sumito.cli.options.board import whole_number
from sumito.cli.options.samples import add_sample_options, sample_files
from sumito.terminal.failures import Failure, quoted
from sumito.terminal.files import checked_name


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "train",
        help="train a network on samples of self-play",
        description="Train a network on samples, with PyTorch on the processor (the extra\n"
        "`sumito[train]`), and write its file. Each epoch prints the loss on the samples\n"
        "and on games that were held back. The loss does not measure strength: use\n"
        "`sumito lab match` for that.",
        epilog="example:\n  sumito lab train samples -o new.network --epochs 12",
    )
    add_sample_options(parser)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the network file to write")
    parser.add_argument(
        "--filters", metavar="N", type=_filters, default=8, help="the width of the network: 8, 16 or 24 (default: 8)"
    )
    parser.add_argument(
        "--epochs",
        metavar="N",
        type=lambda text: whole_number(text, 1, 1000),
        default=12,
        help="passes over the samples (default: 12)",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=lambda text: whole_number(text, 0, 2**32),
        default=1,
        help="the seed of all random numbers (default: 1)",
    )
    return parser


def _filters(text: str) -> int:
    if text not in ("8", "16", "24"):
        raise argparse.ArgumentTypeError(f"expected 8, 16 or 24, not {quoted(text)}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Train the network, and write its file."""
    from sumito.notation.whole_file import whole_file

    output = checked_name(args.output)
    paths = list(sample_files(args.samples))
    try:
        from sumito.lab.teaching import teaching_samples
        from sumito.lab.training import Settings, network_bytes, train
    except ImportError as error:
        raise Failure("training needs PyTorch: pip install 'sumito[train]'") from error
    settings = Settings(filters=args.filters, epochs=args.epochs, result_part=args.result_part, seed=args.seed)
    samples = teaching_samples(paths)
    print(f"samples {len(samples)}", flush=True)
    model = train(
        samples,
        settings,
        lambda epoch, loss, held: print(f"epoch {epoch}  loss {loss:.5f}  held back {held:.5f}", flush=True),
    )
    with whole_file(output) as file:
        file.write(network_bytes(model))
    return 0
