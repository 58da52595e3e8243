"""How matches end: by which entries, what they come to, and in which words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain

from data.states import Ending, EntryKind
from rules.game import GameInfo, Outcome, Reason, Seat
from rules.outcomes import RESIGNED, Ranking, outcome_text, result_text
from rules.texts import Filling, Text
from rules.verdict import Verdict

ON_THE_BOARD = frozenset({Ending.RULES, Ending.RESIGNED, Ending.TIMED_OUT})
"""Ends that follow from what was played; everything else sets the position aside."""

WITHOUT_RESULT = frozenset({Ending.ABORTED, Ending.ANNULLED})
"""Ends after which nobody is ranked."""

_WORDS: Mapping[Ending, Verdict] = {
    Ending.RESIGNED: RESIGNED,
    Ending.TIMED_OUT: Verdict(
        Text("{winner} wins on time."), Text("{winner} share first place on time.")
    ),
    Ending.AGREED: Verdict(
        Text("{winner} wins: the players agreed."),
        Text("{winner} share first place: the players agreed."),
        Text("Draw: the players agreed."),
    ),
    Ending.DECIDED: Verdict(
        Text("{winner} wins: the server's managers decided."),
        Text("{winner} share first place: the server's managers decided."),
        Text("Draw: the server's managers decided."),
    ),
}


class PlayerResult(IntEnum):
    """How a match went for one of its players."""

    WON = 1
    DRAWN = 0
    LOST = -1


def player_result(place: int, first: int) -> PlayerResult:
    """How it went for somebody with ``place`` players before them, where ``first`` have none.

    Those who share first place have drawn, whether or not others are behind them.
    """
    if place > 0:
        return PlayerResult.LOST
    return PlayerResult.WON if first == 1 else PlayerResult.DRAWN


@dataclass(frozen=True, slots=True)
class Result:
    """What a match came to. Everybody in one group of the ranking is a draw.

    ``reason`` and ``scores`` are the game's own, where the game itself has ended. The ranking is
    empty after an end without result. Raises ValueError unless it names every seat once.
    """

    ranking: Ranking
    ending: Ending
    reason: Reason | None = None
    scores: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        seats = sorted(chain(*self.ranking))
        without = self.ending in WITHOUT_RESULT
        if without == bool(seats) or seats != list(range(len(seats))):
            raise ValueError(f"{self.ranking} is no ranking of a match that was {self.ending}")

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that came before others, one or more; empty where all drew."""
        return self.ranking[0] if len(self.ranking) > 1 else ()

    @property
    def places(self) -> tuple[int, ...]:
        """By seat, how many seats are ranked before it; empty without a ranking."""
        before, places = 0, dict[Seat, int]()
        for group in self.ranking:
            places |= dict.fromkeys(group, before)
            before += len(group)
        return tuple(places[seat] for seat in sorted(places))

    def outcome(self, seat: Seat) -> PlayerResult:
        """How it went for a seat, where it has a ranking."""
        return player_result(self.places[seat], len(self.ranking[0]))


def by_the_rules(ended: Outcome) -> Result:
    """What a game came to that has come to its own end."""
    return Result(ended.ranking, Ending.RULES, ended.reason, ended.scores)


def ended_by(kind: EntryKind, text: str, left: Sequence[Seat], seats: int) -> Result:
    """What an entry of the log makes of a match, beside what is played.

    ``left`` are those who have given up, in order. Raises ValueError if it ends no match.
    """
    match kind:
        case EntryKind.DRAW:
            playing = tuple(seat for seat in range(seats) if seat not in left)
            return Result((playing, *((seat,) for seat in reversed(left))), Ending.AGREED)
        case EntryKind.ABORT:
            return Result((), Ending.ABORTED)
        case EntryKind.DECIDE:
            return Result(read_ranking(read_ruling(text)[0]), Ending.DECIDED)
        case EntryKind.ANNUL:
            return Result((), Ending.ANNULLED)
        case _:
            raise ValueError(f"{kind} ends no match")


def result_words(found: Result, info: GameInfo, names: Sequence[Filling]) -> Text:
    """A result with the names of the seats: ``White wins by resignation.``"""
    if not found.ranking:
        return Text("It has no result.")
    if found.reason is not None:
        return outcome_text(found.ranking, found.reason, found.scores, info, names)
    return result_text(found.ranking, _WORDS[found.ending], names)


def read_ruling(text: str) -> tuple[str, str]:
    """What a manager ruled, and the reason given, from the text of an entry."""
    ruling, _, reason = text.partition("\n")
    return ruling, reason


def write_ruling(ruling: str, reason: str) -> str:
    """The text that ``read_ruling`` reads."""
    return f"{ruling}\n{reason}"


def read_ranking(text: str) -> tuple[tuple[Seat, ...], ...]:
    """The groups of seats, best first, that ``0=2>1`` stands for; raises ValueError."""
    return tuple(tuple(int(seat) for seat in group.split("=")) for group in text.split(">"))


def write_ranking(ranking: tuple[tuple[Seat, ...], ...]) -> str:
    """The text that ``read_ranking`` reads."""
    return ">".join("=".join(str(seat) for seat in group) for group in ranking)
