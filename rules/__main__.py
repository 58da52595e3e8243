"""The library's own front door: play in the terminal, look at positions, moves and matches."""

import argparse
import itertools
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules.completion import complete
from rules.engine import LEVELS, choose
from rules.engine.review import NODES, judge
from rules.errors import MoveError
from rules.game import Move, Outcome, Position, Seat
from rules.games import GAMES
from rules.record import Record, after, canonical, leaver, read, start_of, write
from rules.textboard import textboard

_LISTED = 200
_PROMPT = "> "
_SEEDS = 1 << 32
_ASKING = (
    "Type a move; the beginning of one and a question mark, to see what can follow;"
    " or leaves 0, when seat 0 gives up. An empty line ends."
)


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly ``depth`` moves begin at ``position``; 1 for no moves.

    Raises ValueError for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"sequences of {depth} moves cannot be counted")
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in position.moves())
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


def divided(position: Position, depth: int) -> Iterator[tuple[Move, int]]:
    """Each move and the number of sequences of ``depth`` moves, at least one, that it begins."""
    for move in position.moves():
        yield move, perft(position.play(move), depth - 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it did what it was asked, 2 when it could not."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "analyse":
            _analyse(read(options.record.read_text(encoding="utf-8")), options.nodes)
            return 0
        position = _position(options)
    except (ValueError, OSError) as error:
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
        "play": "play a match, both sides at one keyboard or against an engine",
        "show": "print a position as text",
        "moves": "list the legal moves of a position",
        "perft": "count the sequences of that many moves",
    }
    for command, summary in told.items():
        subparser = commands.add_parser(command, help=summary, description=summary)
        subparser.add_argument("game", choices=list(GAMES))
        subparser.add_argument("variant", nargs="?", help="the game's first one if not given")
        subparser.add_argument(
            "--seed", type=int, help="where chance has a say: the same match again"
        )
        if command == "play":
            subparser.add_argument(
                "--against", type=int, choices=list(LEVELS), help="an engine, by its level"
            )
            subparser.add_argument(
                "--second", action="store_true", help="let the engine move first"
            )
        else:
            subparser.add_argument("--position", help="an encoded position, instead of the start")
        if command == "moves":
            subparser.add_argument(
                "--most", type=_natural, default=_LISTED, help="stop after so many"
            )
        if command == "perft":
            subparser.add_argument("--depth", type=_natural, default=1)
            subparser.add_argument("--divide", action="store_true", help="count for each move")
    summary = "judge every move of a match"
    subparser = commands.add_parser("analyse", help=summary, description=summary)
    subparser.add_argument("record", type=Path, help="a file with the match as text")
    subparser.add_argument("--nodes", type=_natural, default=NODES, help="how long to look")
    return parser


def _natural(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 on")
    return number


def _position(options: argparse.Namespace) -> Position:
    game = GAMES[options.game]
    if getattr(options, "position", None) is not None:
        return game.decode(options.position)
    return game.start(options.variant, seed=options.seed)


def _shown(position: Position) -> str:
    facts = (
        f"{'' if fact.colour is None else position.info.colours[fact.colour] + ': '}{fact}"
        for fact in position.facts()
    )
    return "\n".join([textboard(position), *facts, _status(position), position.encode()])


def _status(position: Position) -> str:
    seat = position.to_move
    if seat is not None:
        return f"{_mover(position, seat)} to move (ply {position.ply})"
    return _result(position, position.outcome) if position.outcome else "over"


def _result(position: Position, outcome: Outcome) -> str:
    names = [_mover(position, seat) for seat in outcome.winners]
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
    print(_ASKING)
    print(_board(position))
    while position.outcome is None and (text := _answered(position, options) or _typed()):
        if text.endswith("?"):
            for completion in complete(position, text.removesuffix("?")):
                print(f"  {completion.text}  {completion.label!s}")
            continue
        try:
            entry = canonical(position, text)
            following = after(position, entry)
        except ValueError as error:
            _explain(error)
            continue
        entries.append(entry)
        is_move = leaver(entry) is None
        print(position.describe(position.parse(entry)) if is_move else entry)
        if following.outcome is None:
            print(_board(following))
        position = following
    _print_record(position, tuple(entries), options.seed)


def _answered(position: Position, options: argparse.Namespace) -> str:
    """What the engine plays, if there is one and it is its turn; else nothing."""
    if options.against is None or position.to_move == int(options.second):
        return ""
    seed = random.randrange(_SEEDS) if options.seed is None else options.seed
    text = str(choose(position, options.against, seed))
    print(f"{_PROMPT}{text}")
    return text


def _analyse(record: Record, nodes: int) -> None:
    """Print each ply with what its player could expect after it, and a clearly better move."""
    position = start_of(record)
    for entry in record.entries:
        if leaver(entry) is None:
            judged = judge(position, position.parse(entry), nodes)
            chances = " ".join(f"{_chance(each):>4}" for each in judged.after)
            better = f"  better: {judged.better.move}" if judged.better else ""
            print(
                f"{judged.ply + 1:4} {_mover(position, judged.seat):8} {chances}  {entry}{better}"
            )
        position = after(position, entry)


def _mover(position: Position, seat: Seat) -> str:
    """The name of the colour that ``seat`` plays."""
    return position.info.colours[position.colour_of(seat)]


def _chance(expected: float) -> str:
    return f"{(expected + 1) * 50:.0f}%"


def _board(position: Position) -> str:
    return f"\n{textboard(position)}\n{_status(position)}"


def _typed() -> str:
    try:
        return input(_PROMPT).strip()
    except EOFError:
        return ""


def _explain(error: ValueError) -> None:
    span, hints = (error.span, error.hints) if isinstance(error, MoveError) else (None, ())
    if span is not None:
        start, end = span
        print(" " * (len(_PROMPT) + start) + "^" * max(end - start, 1))
    print(error)
    if hints:
        print(f"Possible: {', '.join(hints)}")


def _print_record(position: Position, entries: tuple[str, ...], seed: int | None) -> None:
    print(f"\n{_shown(position)}\n")
    info = position.info
    record = Record(
        info.id, position.variant.id, info.version, entries, position.outcome, seed=seed
    )
    print(write(record), end="")


if __name__ == "__main__":
    sys.exit(main())
