"""`sumito lab train`: train a network on samples of self-play."""

from __future__ import annotations

import argparse
from pathlib import Path

from sumito.cli.options.board import whole_number
from sumito.cli.options.samples import add_sample_options, sample_files
from sumito.terminal.failures import Failure, quoted
from sumito.terminal.files import checked_name


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "train",
        help="train a network on samples of self-play",
        description="Train a network on samples (with the extra `sumito[train]`), and write its\n"
        "file. Each epoch prints the loss on the samples and on games that were held\n"
        "back. The loss does not measure strength: use `sumito lab match` for that.",
        epilog="example:\n  sumito lab train samples -o new.network --epochs 6",
    )
    add_sample_options(parser)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the network file to write")
    parser.add_argument(
        "--filters",
        metavar="N",
        type=lambda text: _one_of(text, ("8", "16", "24")),
        default=8,
        help="the width of the first layer: 8, 16 or 24 (default: 8)",
    )
    parser.add_argument(
        "--units",
        metavar="N",
        type=lambda text: _one_of(text, ("2", "4")),
        default=2,
        help="the width of the second layer: 2 or 4 (default: 2)",
    )
    parser.add_argument(
        "--epochs",
        metavar="N",
        type=lambda text: whole_number(text, 1, 1000),
        default=6,
        help="passes over the samples (default: 6)",
    )
    parser.add_argument(
        "--rate",
        metavar="R",
        type=_rate,
        default=0.002,
        help="the highest learning rate (default: 0.002)",
    )
    parser.add_argument("--start", metavar="FILE", help="a network to train further, instead of random weights")
    parser.add_argument(
        "--seed",
        metavar="S",
        type=lambda text: whole_number(text, 0, 2**32),
        default=1,
        help="the seed of all random numbers (default: 1)",
    )
    return parser


def _rate(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number above 0, at most 1, not {quoted(text)}")
    return value


def _one_of(text: str, numbers: tuple[str, ...]) -> int:
    if text not in numbers:
        raise argparse.ArgumentTypeError(f"expected {', '.join(numbers[:-1])} or {numbers[-1]}, not {quoted(text)}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Train the network, and write its file."""
    from sumito.lab import LabError
    from sumito.notation.whole_file import whole_file

    output = checked_name(args.output)
    paths = list(sample_files(args.samples))
    try:
        from sumito.lab.teaching import teaching_samples
        from sumito.lab.training import Settings, network_bytes, train
    except ImportError as error:
        raise Failure("training needs NumPy: pip install 'sumito[train]'") from error
    settings = Settings(
        filters=args.filters,
        units=args.units,
        epochs=args.epochs,
        rate=args.rate,
        result_part=args.result_part,
        seed=args.seed,
    )
    start = None if args.start is None else Path(checked_name(args.start)).read_bytes()
    samples = teaching_samples(paths)
    print(f"samples {len(samples)}", flush=True)
    try:
        model = train(
            samples,
            settings,
            lambda epoch, loss, held: print(f"epoch {epoch}  loss {loss:.5f}  held back {held:.5f}", flush=True),
            start,
        )
        data = network_bytes(model)
    except LabError as error:
        raise Failure(error) from error
    with whole_file(output) as file:
        file.write(data)
    return 0
