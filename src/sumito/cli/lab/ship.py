"""`sumito lab ship`: make a network the shipped one."""

from __future__ import annotations

import argparse
from pathlib import Path

from sumito.cli.options.board import whole_number
from sumito.terminal.failures import InputError
from sumito.terminal.files import checked_name


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the options of the command."""
    parser = commands.add_parser(
        "ship",
        help="make a network the shipped one",
        description="Write a network into a source tree as the shipped one, with a scale fitted to its\n"
        "own games. Write the new bench signature, and print the line for the changelog.\n"
        "A network with new weights must have passed its match.",
        epilog="example:\n  sumito lab ship new.network run5 --match match.json",
    )
    parser.add_argument("network", metavar="NETWORK", help="the network file")
    parser.add_argument("runs", metavar="RUN", nargs="*", help="folders of self-play by this network")
    parser.add_argument(
        "--match", metavar="FILE", help="its match against the shipped network, as `sumito lab match --json` writes it"
    )
    parser.add_argument(
        "--scale",
        metavar="N",
        type=lambda text: whole_number(text, 1, 10_000),
        help="the scale, instead of one that is fitted to runs",
    )
    parser.add_argument("--tree", metavar="FOLDER", default=".", help="the source tree (default: this folder)")
    return parser


def run(args: argparse.Namespace) -> int:
    """Ship the network."""
    if (args.scale is None) == (not args.runs):
        raise InputError("name runs of self-play to fit the scale, or --scale, and not both")
    from sumito.lab.shipping import NETWORK, SIGNATURE, ship

    shipment = ship(
        Path(checked_name(args.network)),
        Path(checked_name(args.tree)),
        runs=[Path(checked_name(name)) for name in args.runs],
        scale=args.scale,
        match=None if args.match is None else Path(checked_name(args.match)),
    )
    fitted = f", fitted to {shipment.samples} samples" if shipment.samples else ""
    print(f"scale {shipment.scale}{fitted}")
    print(f"wrote {NETWORK}: {shipment.size} bytes")
    print(f"wrote {SIGNATURE}: nodes {shipment.nodes}")
    print(f"changelog: {shipment.changelog}")
    return 0
