"""What somebody has prepared in a match, and the line that is being put together."""

from dataclasses import dataclass
from itertools import chain

from bot.services.composer import Composition, stage_of
from bot.services.conditionals.lines import DEEPEST, Line, answers_in
from bot.services.matches import MatchState
from rules.game import Event, Position, Seat


@dataclass(frozen=True, slots=True)
class Conditionals:
    """The lines that are kept, and ``draft``, the beginning of another one.

    ``position`` is that after the draft, ``events`` and ``sentence`` its last move;
    ``composition`` is the next move so far, None where the line cannot go on.
    """

    match: MatchState
    seat: Seat
    lines: tuple[Line, ...]
    draft: Line
    taken: tuple[str, ...]
    position: Position
    events: tuple[Event, ...]
    sentence: str | None
    composition: Composition | None

    @property
    def stage(self) -> str:
        """What differs when something else was prepared or chosen."""
        lines = chain.from_iterable(self.lines)
        return stage_of(str(self.match.ply), *lines, "", *self.draft, "", *self.taken)

    @property
    def can_be_kept(self) -> bool:
        """Whether the draft ends with an answer, so that it is a whole line."""
        answers = answers_in(self.match.position, self.draft, self.seat)
        return bool(answers) and answers[-1] == len(self.draft) - 1 and not self.taken

    @property
    def is_deep(self) -> bool:
        """Whether the draft has as many answers as a line may have."""
        return len(answers_in(self.match.position, self.draft, self.seat)) >= DEEPEST

    @property
    def is_own_turn(self) -> bool:
        """Whether the next move of the draft would be the player's own."""
        return self.position.to_move == self.seat
