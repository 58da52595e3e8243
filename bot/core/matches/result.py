"""Results of matches, from entries of the log and in words, and reasons of rulings."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain

from bot.core.errors import ServiceError
from data.states import Ending, EntryKind
from rules.game import GameInfo, Outcome, Reason, Seat
from rules.outcomes import RESIGNED, Ranking, outcome_text, result_text
from rules.texts import Filling, Text
from rules.verdict import Verdict

ON_THE_BOARD = frozenset({Ending.RULES, Ending.RESIGNED, Ending.TIMED_OUT})
"""Endings that follow from play; the others do not depend on the position."""

WITHOUT_RESULT = frozenset({Ending.ABORTED, Ending.ANNULLED})
"""Endings without a ranking."""

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
        Text("{winner} wins by a ruling."),
        Text("{winner} share first place by a ruling."),
        Text("Draw by a ruling."),
    ),
}


class PlayerResult(IntEnum):
    """How a match went for one of its players."""

    WON = 1
    DRAWN = 0
    LOST = -1


def player_result(place: int, first: int) -> PlayerResult:
    """The result of a player with ``place`` players ahead, where ``first`` share first place.

    Those who share first place have drawn, even if others are behind them.
    """
    if place > 0:
        return PlayerResult.LOST
    return PlayerResult.WON if first == 1 else PlayerResult.DRAWN


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match.

    ``ranking`` are groups of seats, best first; seats of one group share a place. It is empty
    after an ending WITHOUT_RESULT. ``reason`` and ``scores`` are set if the game itself ended.
    Raises ValueError unless the ranking names every seat once.
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
        """The seats in first place; empty if all drew."""
        return self.ranking[0] if len(self.ranking) > 1 else ()

    @property
    def places(self) -> tuple[int, ...]:
        """For each seat, how many seats are ahead of it; empty without a ranking."""
        before, places = 0, dict[Seat, int]()
        for group in self.ranking:
            places |= dict.fromkeys(group, before)
            before += len(group)
        return tuple(places[seat] for seat in sorted(places))

    def outcome(self, seat: Seat) -> PlayerResult:
        """The result of a seat in a match with a ranking."""
        return player_result(self.places[seat], len(self.ranking[0]))


def by_the_rules(ended: Outcome) -> Result:
    """The result of a game that ended by its rules."""
    return Result(ended.ranking, Ending.RULES, ended.reason, ended.scores)


def ended_by(kind: EntryKind, text: str, left: Sequence[Seat], seats: int) -> Result:
    """The result by an entry that ends a match otherwise than by play.

    ``left`` are the seats that have left, in order. Raises ValueError for other kinds.
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
    """A result as a sentence with the ``names`` of the seats: ``White wins by resignation.``"""
    if not found.ranking:
        return Text("It has no result.")
    if found.reason is not None:
        return outcome_text(found.ranking, found.reason, found.scores, info, names)
    return result_text(found.ranking, _WORDS[found.ending], names)


def read_ruling(text: str) -> tuple[str, str]:
    """The ruling and its reason, from the text of an entry."""
    ruling, _, reason = text.partition("\n")
    return ruling, reason


def write_ruling(ruling: str, reason: str) -> str:
    """The text that ``read_ruling`` reads."""
    return f"{ruling}\n{reason}"


def read_ranking(text: str) -> tuple[tuple[Seat, ...], ...]:
    """The ranking that a text such as ``0=2>1`` stands for; raises ValueError."""
    return tuple(tuple(int(seat) for seat in group.split("=")) for group in text.split(">"))


def write_ranking(ranking: tuple[tuple[Seat, ...], ...]) -> str:
    """The text that ``read_ranking`` reads."""
    return ">".join("=".join(str(seat) for seat in group) for group in ranking)


LONGEST_REASON = 300
"""In characters."""


class BadReason(ServiceError):
    """A manager's reason is empty, or longer than ``longest`` characters."""

    says = Text("Give a reason that the players can read, of at most {longest} characters.")

    longest: int


def checked_reason(reason: str) -> str:
    """The reason on one line, without invisible characters; raises BadReason.

    Characters such as direction marks could make players see another text than was typed.
    """
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in reason
        if letter.isspace() or unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
    flat = " ".join(seen.split())
    if not flat or len(flat) > LONGEST_REASON:
        raise BadReason(LONGEST_REASON)
    return flat
