"""A match step by step."""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.services.errors import ServiceError
from bot.services.matches import MatchState, MoveMade, result_of
from renderer import PictureRequest
from rules.game import Event, Move, Position, Seat
from rules.record import Record


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A position of the match, and the move that led to it.

    ``entry`` is the record's text for it, ``seat`` who moved or left; both are None at the start.
    ``made`` is None at the start and where somebody left.
    """

    position: Position
    entry: str | None = None
    seat: Seat | None = None
    made: MoveMade | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """What the move did."""
        return () if self.made is None else self.made.events

    @property
    def sentence(self) -> str | None:
        """The move in a sentence."""
        return None if self.made is None else self.made.sentence

    @property
    def is_leaving(self) -> bool:
        """Whether it is so because somebody left."""
        return self.entry is not None and self.made is None


@dataclass(frozen=True, slots=True)
class MatchReplay:
    """A match with all its steps, and without names as a record."""

    match: MatchState
    steps: tuple[ReplayStep, ...]
    record: Record

    def picture(
        self, number: int, *, viewer: Seat | None = None, theme: str = "slate"
    ) -> PictureRequest:
        """The picture of the step with this number, counted from 0."""
        step = self.steps[number]
        before = self.steps[: number + 1]
        return PictureRequest(
            step.position,
            step.events,
            result=result_of(self.match) if number == len(self.steps) - 1 else None,
            left=tuple(each.seat for each in before if each.is_leaving and each.seat is not None),
            viewer=viewer,
            theme=theme,
        )

    def instead(
        self, number: int, move: Move, *, viewer: Seat | None = None, theme: str = "slate"
    ) -> PictureRequest:
        """The picture of what another move would have led to than that of the step."""
        made = self.steps[number].made
        assert made is not None
        asked = self.picture(number, viewer=viewer, theme=theme)
        return replace(
            asked, position=made.before.after(move), events=made.before.events(move), result=None
        )

    def frames(
        self, *, viewer: Seat | None = None, theme: str = "slate"
    ) -> tuple[PictureRequest, ...]:
        """The pictures of all steps. A long match takes tens of milliseconds."""
        numbers = range(len(self.steps))
        return tuple(self.picture(number, viewer=viewer, theme=theme) for number in numbers)

    @property
    def finished_at(self) -> datetime | None:
        """When the match ended; None while it goes on."""
        return self.match.match.finished_at


class NoResult(ServiceError):
    """The match ended without a result, or was annulled."""

    view: MatchState
