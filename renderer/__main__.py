"""Pictures from a terminal: ``python -m renderer --help``."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from renderer.drawing import REPLAY_SIZE, Renderer
from renderer.request import PictureRequest
from renderer.themes import THEMES
from rules import record
from rules.game import Event, Position
from rules.games import GAMES

Moment: TypeAlias = tuple[Position, tuple[Event, ...]]
"""A position and what the move before it did."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw what is asked for; 0 when it is drawn, 2 when it cannot be."""
    options = _parser().parse_args(arguments)
    try:
        for path in options.command(options):
            print(path)
    except (ValueError, OSError) as error:
        print(f"cannot draw that: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m renderer", description="Draw positions.")
    commands = parser.add_subparsers(required=True)

    position = commands.add_parser("position", help="a position, as the rules write it, to a PNG")
    position.add_argument("game", choices=GAMES)
    position.add_argument("text", help="a position, or the name of a variant for its start")
    _drawing(position, 1000)
    position.set_defaults(command=_position)

    match = commands.add_parser("match", help="a match's record to a PNG of one of its plies")
    match.add_argument("record", type=Path)
    match.add_argument("--ply", type=int, default=-1, help="which one; the last if not given")
    _drawing(match, 1000)
    match.set_defaults(command=_match)

    replay = commands.add_parser("replay", help="a match's record to an animated GIF")
    replay.add_argument("record", type=Path)
    _drawing(replay, REPLAY_SIZE)
    replay.set_defaults(command=_replay)

    return parser


def _drawing(parser: argparse.ArgumentParser, size: int) -> None:
    parser.add_argument("out", type=Path)
    parser.add_argument("--theme", choices=THEMES, default="slate")
    parser.add_argument("--size", type=int, default=size, help="pixels a side")
    parser.add_argument("--seat", type=int, help="whose side is at the bottom")


def _position(options: argparse.Namespace) -> Iterator[Path]:
    game = GAMES[options.game]
    is_start = options.text in {variant.id for variant in game.info.variants}
    position = game.start(options.text) if is_start else game.decode(options.text)
    yield _still((position, ()), options)


def _match(options: argparse.Namespace) -> Iterator[Path]:
    shown = _moments(options.record)
    if not -1 <= options.ply < len(shown):
        raise ValueError(f"the match has plies 0 to {len(shown) - 1}")
    yield _still(shown[options.ply], options)


def _replay(options: argparse.Namespace) -> Iterator[Path]:
    frames = [
        PictureRequest(*moment, viewer=options.seat, theme=options.theme)
        for moment in _moments(options.record)
    ]
    options.out.write_bytes(Renderer().replay(frames, size=options.size))
    yield options.out


def _still(moment: Moment, options: argparse.Namespace) -> Path:
    position, events = moment
    request = PictureRequest(
        position, events, viewer=options.seat, theme=options.theme, size=options.size
    )
    path: Path = options.out
    path.write_bytes(Renderer().still(request))
    return path


def _moments(path: Path) -> list[Moment]:
    """Every position of a record's match and what led to it."""
    played = record.read(path.read_text("utf-8"))
    positions = list(record.replay(played))
    moments: list[Moment] = [(positions[0], ())]
    for (before, now), entry in zip(pairwise(positions), played.entries, strict=True):
        leaves = {record.leaving(seat) for seat in range(now.variant.seats)}
        moments.append((now, () if entry in leaves else before.events(before.parse(entry))))
    return moments


if __name__ == "__main__":
    sys.exit(main())
