"""A whole match as text, written, read back and replayed.

    Game: apart
    Variant: standard
    Version: 1
    Seat 0: Ann
    Seat 1: Bob
    Result: 1 > 0 (left)

    1. b2-b4
    2. c7-c5
    3. leaves 0

``Seed`` stands among the headers where the variant has one; the names of the seats may be missing;
``Result: *`` is a match that goes on. Seats count from 0, as everywhere in the library.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.game import Outcome, Position, Reason, Seat
from rules.games import GAMES

_HEADER = re.compile(r"([A-Z][a-z]+(?: [0-9])?): ?(.*)")
_ENTRY = re.compile(r"([0-9]{1,6})\. (.+)")
_LEAVES = re.compile(r"leaves ([0-9])")
_SCORE = "-?[0-9]{1,6}"
_RESULT = re.compile(rf"([0-9](?: [=>] [0-9])*) \(([a-z_]+)(?: ({_SCORE}(?:/{_SCORE})*))?\)")
_RUNNING = "*"
_REQUIRED = ("Game", "Variant", "Version", "Result")


class RecordError(ValueError):
    """A damaged record. ``line`` counts from 1; ``message`` says in a sentence what is wrong."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str


class SettledBy(StrEnum):
    """Who ended a match, where the game itself has not."""

    AGREED = "agreed"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Settlement:
    """A result that the players agreed on, or somebody above them decided; like an Outcome's."""

    ranking: tuple[tuple[Seat, ...], ...]
    reason: SettledBy
    scores: None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A match: how it started, its entries in order, and its result if it has one.

    An entry is a move's text, or ``leaves 1`` when the player on seat 1 gave up. ``players`` are
    the names by seat, or nothing. ``outcome`` is the game's own, or one that was settled outside.
    """

    game: str
    variant: str
    version: int
    entries: tuple[str, ...] = ()
    outcome: Outcome | Settlement | None = None
    seed: int | None = None
    players: tuple[str, ...] = ()


def start_of(record: Record) -> Position:
    """The position that the match started from; ValueError if no such game can be started.

    A match is read by the rules of its version, where they are kept.
    """
    if record.game not in GAMES:
        raise ValueError(f"there is no game called {record.game}")
    game = GAMES.of_version(record.game, record.version)
    if game is None:
        newest = GAMES[record.game].info.version
        told = f"version {record.version} of the rules, and this is version {newest}"
        raise ValueError(f"the match was played by {told}")
    return game.start(record.variant, seed=record.seed)


def replay(record: Record) -> Iterator[Position]:
    """The positions of the match, the start first and then one after each entry.

    Raises ValueError for a start, and for an entry, that the rules do not allow.
    """
    position = start_of(record)
    yield position
    for entry in record.entries:
        position = after(position, entry)
        yield position


def after(position: Position, entry: str) -> Position:
    """The position after one entry of a record; ValueError (MoveError for a move) if illegal."""
    seat = leaver(entry)
    return position.play(entry) if seat is None else position.leave(seat)


def canonical(position: Position, entry: str) -> str:
    """An entry as records keep it; MoveError when it is neither a leaving nor a legal move."""
    return str(position.parse(entry)) if leaver(entry) is None else entry


def as_written(position: Position, moves: Sequence[str]) -> tuple[str, ...]:
    """Moves that follow each other from ``position`` as people write them; raises MoveError."""
    told = []
    for text in moves:
        move = position.legal(text)
        told.append(move.written)
        position = position.after(move)
    return tuple(told)


def leaving(seat: Seat) -> str:
    """The entry that says that the player on ``seat`` gave up."""
    return f"leaves {seat}"


def leaver(entry: str) -> Seat | None:
    """The seat that gave up, by an entry that says so; None for a move."""
    leaves = _LEAVES.fullmatch(entry)
    return int(leaves[1]) if leaves else None


def write(record: Record) -> str:
    """The record as text that ``read`` understands; line breaks in names become spaces."""
    seed = [] if record.seed is None else [f"Seed: {record.seed}"]
    seats = [f"Seat {seat}: {' '.join(name.split())}" for seat, name in enumerate(record.players)]
    result = _RUNNING if record.outcome is None else _result(record.outcome)
    headers = [
        f"Game: {record.game}",
        f"Variant: {record.variant}",
        f"Version: {record.version}",
        *seed,
        *seats,
        f"Result: {result}",
    ]
    entries = [f"{number}. {entry}" for number, entry in enumerate(record.entries, start=1)]
    return "\n".join([*headers, "", *entries]).rstrip("\n") + "\n"


def read(text: str) -> Record:
    """The record that ``write`` wrote, every entry and the result checked by playing it.

    Raises RecordError at the first line that does not fit.
    """
    headers, numbered = _split(text)
    unplayed = Record(
        game=headers["Game"].text,
        variant=headers["Variant"].text,
        version=_number(headers["Version"]),
        outcome=_outcome(headers["Result"]),
        seed=_number(headers["Seed"]) if "Seed" in headers else None,
    )
    try:
        position = start_of(unplayed)
    except ValueError as error:
        raise RecordError(headers["Game"].number, str(error)) from error
    players = _players(headers, position.variant.seats)
    entries, position = _played(position, numbered)
    _check_result(headers["Result"], unplayed.outcome, position.outcome)
    return replace(unplayed, entries=entries, players=players)


def _result(outcome: Outcome | Settlement) -> str:
    ranking = " > ".join(" = ".join(map(str, group)) for group in outcome.ranking)
    scores = "" if outcome.scores is None else " " + "/".join(map(str, outcome.scores))
    return f"{ranking} ({outcome.reason}{scores})"


def _split(text: str) -> tuple[Mapping[str, _Line], Sequence[_Line]]:
    """The headers by name, and the entries; RecordError for a line that is neither."""
    headers: dict[str, _Line] = {}
    entries: list[_Line] = []
    for number, line in enumerate(text.splitlines(), start=1):
        header, entry = _HEADER.fullmatch(line.strip()), _ENTRY.fullmatch(line.strip())
        if header and not entries and header[1] not in headers:
            headers[header[1]] = _Line(number, header[2])
        elif entry and int(entry[1]) == len(entries) + 1:
            entries.append(_Line(number, entry[2]))
        elif line.strip():
            raise RecordError(number, f"this is neither a header nor entry {len(entries) + 1}")
    for name in _REQUIRED:
        if name not in headers:
            raise RecordError(1, f"the header {name} is missing")
    return headers, entries


def _number(line: _Line) -> int:
    if not re.fullmatch(r"-?[0-9]{1,20}", line.text):
        raise RecordError(line.number, f"{line.text} is not a number")
    return int(line.text)


def _outcome(line: _Line) -> Outcome | Settlement | None:
    if line.text == _RUNNING:
        return None
    match = _RESULT.fullmatch(line.text)
    if match is None or match[2] not in (*Reason, *SettledBy):
        raise RecordError(line.number, f"a result reads like 1 > 0 (left), not {line.text}")
    ranking = tuple(tuple(map(int, group.split(" = "))) for group in match[1].split(" > "))
    if match[2] in list(SettledBy):
        return Settlement(ranking, SettledBy(match[2]))
    scores = tuple(map(int, match[3].split("/"))) if match[3] else None
    return Outcome(ranking, Reason(match[2]), scores)


def _players(headers: Mapping[str, _Line], seats: int) -> tuple[str, ...]:
    """The names of all seats, or of none."""
    expected = [f"Seat {seat}" for seat in range(seats)]
    named = [name for name in headers if name not in (*_REQUIRED, "Seed")]
    for name in named:
        if name not in expected:
            raise RecordError(headers[name].number, f"no header is called {name} here")
    if named and sorted(named) != expected:
        raise RecordError(headers[named[0]].number, "not every seat has a name")
    return tuple(headers[name].text for name in expected if name in headers)


def _played(position: Position, entries: Sequence[_Line]) -> tuple[tuple[str, ...], Position]:
    """The entries in canonical notation, and the position after them."""
    played: list[str] = []
    for entry in entries:
        try:
            played.append(canonical(position, entry.text))
            position = after(position, played[-1])
        except ValueError as error:
            raise RecordError(entry.number, f"{entry.text}: {error}") from error
    return tuple(played), position


def _check_result(line: _Line, told: Outcome | Settlement | None, played: Outcome | None) -> None:
    if played is None and (told is None or told.reason is SettledBy.AGREED):
        return
    if told is not None and told.reason is SettledBy.DECIDED:
        return  # managers may also overrule what was played
    if told != played:
        expected = _RUNNING if played is None else _result(played)
        raise RecordError(line.number, f"the entries lead to the result {expected}")
