"""Why somebody has lost, by what anybody can count on the last board."""

from rules.engine.knowledge import Defeat
from rules.engine.known import knowledge_of
from rules.game import Position, Reason, Seat


def why_lost(position: Position, seat: Seat) -> Defeat | None:
    """Why ``seat`` has lost, said to them: ``None of your 3 stones can detach. ...``.

    None for whoever has not lost, where somebody has left, and where there is nothing to count.
    """
    outcome = position.outcome
    if outcome is None or not outcome.winners or seat in outcome.winners:
        return None
    if outcome.reason is Reason.LEFT:
        return None
    return knowledge_of(position).defeat(position, seat)
