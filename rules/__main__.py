"""The library's own front door: play in the terminal, show a position, list and count moves."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence

from rules import GAMES
from rules.completion import complete
from rules.errors import MoveError
from rules.game import Outcome, Position
from rules.perft import divided, perft
from rules.record import Record, write
from rules.textboard import textboard

_LISTED = 200


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it did what it was asked, 2 when it could not."""
    options = _parser().parse_args(arguments)
    try:
        position = _position(options)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if options.command == "play":
        _play(position, options)
    elif options.command == "show":
        print(_shown(position))
    elif options.command == "moves":
        for move in itertools.islice(position.moves(), options.most):
            print(move)
    else:
        _count(position, options)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    told = {
        "play": "play a match, both sides at one keyboard",
        "show": "print a position as text",
        "moves": "list the legal moves of a position",
        "perft": "count the sequences of that many moves",
    }
    for command, summary in told.items():
        subparser = commands.add_parser(command, help=summary, description=summary)
        subparser.add_argument("game", choices=list(GAMES))
        subparser.add_argument("variant", nargs="?", help="the game's first one if not given")
        subparser.add_argument("--seed", type=int, help="for variants that begin at random")
        if command != "play":
            subparser.add_argument("--position", help="an encoded position, instead of the start")
        if command == "moves":
            subparser.add_argument("--most", type=int, default=_LISTED, help="stop after so many")
        if command == "perft":
            subparser.add_argument("--depth", type=int, default=1)
            subparser.add_argument("--divide", action="store_true", help="count for each move")
    return parser


def _position(options: argparse.Namespace) -> Position:
    game = GAMES[options.game]
    if getattr(options, "position", None) is not None:
        return game.decode(options.position)
    return game.start(options.variant, seed=options.seed)


def _shown(position: Position) -> str:
    facts = (
        f"{'' if fact.colour is None else position.info.colours[fact.colour] + ': '}"
        f"{fact.label} {fact.value}"
        for fact in position.facts()
    )
    return "\n".join([textboard(position), *facts, _status(position), position.encode()])


def _status(position: Position) -> str:
    seat = position.to_move
    if seat is not None:
        return f"{position.info.colours[position.colour_of(seat)]} to move (ply {position.ply})"
    return _result(position, position.outcome) if position.outcome else "over"


def _result(position: Position, outcome: Outcome) -> str:
    names = [position.info.colours[position.colour_of(seat)] for seat in outcome.winners]
    scores = "" if outcome.scores is None else f", {'-'.join(map(str, outcome.scores))}"
    reason = outcome.reason.replace("_", " ")
    won = f"{' and '.join(names)} won" if names else "drawn"
    return f"{won} ({reason}{scores})"


def _count(position: Position, options: argparse.Namespace) -> None:
    if options.divide:
        for move, number in divided(position, options.depth):
            print(f"{move} {number}")
    print(perft(position, options.depth))


def _play(position: Position, options: argparse.Namespace) -> None:
    """Ask for moves until the game is over or the input ends, then print the record."""
    entries: list[str] = []
    print("Type a move, or the beginning of one and a question mark; an empty line ends.")
    while position.outcome is None:
        print(f"\n{textboard(position)}\n{_status(position)}")
        text = _typed()
        if not text:
            break
        if text.endswith("?"):
            _help(position, text.removesuffix("?"))
            continue
        try:
            move = position.parse(text)
        except MoveError as error:
            _explain(error)
            continue
        print(position.describe(move))
        entries.append(str(move))
        position = position.play(move)
    _print_record(position, tuple(entries), options.seed)


def _typed() -> str:
    try:
        return input("> ").strip()
    except EOFError:
        return ""


def _help(position: Position, text: str) -> None:
    for completion in complete(position, text):
        print(f"  {completion.text}  {completion.label}")


def _explain(error: MoveError) -> None:
    if error.span is not None:
        start, end = error.span
        print(" " * (2 + start) + "^" * max(end - start, 1))
    print(error.message)
    if error.hints:
        print(f"Possible: {', '.join(error.hints)}")


def _print_record(position: Position, entries: tuple[str, ...], seed: int | None) -> None:
    print(f"\n{_shown(position)}\n")
    info = position.info
    record = Record(
        info.id, position.variant.id, info.version, entries, position.outcome, seed=seed
    )
    print(write(record), end="")


if __name__ == "__main__":
    sys.exit(main())
