"""What a result says besides who won and how: five lines at most.

The ratings, or why they did not move; the two players' record against each other; and to somebody
who practises why they lost.
"""

from collections.abc import Iterator, Mapping

from bot.chat.common.defeats import defeat_lines
from bot.chat.common.ratings import WHY_UNRATED, moved
from bot.chat.common.text import LOOK_BACK, REPLAY
from bot.services.matches import MatchState
from bot.services.people import is_stand_in
from bot.services.results import Aftermath, Meetings
from data.ids import Holder
from data.states import UnratedReason

LEARN = f"**{REPLAY}** shows the match move by move, and who was ahead when."
"""What those read who practise."""
FOUND = "**I have looked back:** {} could have been clearly better. **{}** shows how."
"""The same once it is known."""


def aftermath_lines(
    match: MatchState, aftermath: Aftermath, names: Mapping[Holder, str], looked_back: int = 0
) -> Iterator[str]:
    """The lines below the result; ``looked_back`` is how many moves were pointed out since."""
    if aftermath.changes:
        told = (
            f"{names[each.player_id]} {moved(each.before, each.after)}"
            for each in aftermath.changes
        )
        yield " \u00b7 ".join(told)
    elif aftermath.unrated not in {None, UnratedReason.NO_RESULT}:
        practised = aftermath.unrated is UnratedReason.ENGINE
        if practised:
            yield from _defeat(match)
        yield f"Not rated: {WHY_UNRATED[aftermath.unrated]}."
        if practised:
            yield _looked_back(looked_back)
    if aftermath.meetings is not None and not any(map(is_stand_in, match.people)):
        yield _record(match, aftermath.meetings, names)


def _defeat(match: MatchState) -> Iterator[str]:
    """Why somebody has lost who has played alone against engines."""
    if len(match.people) == 1:
        yield from defeat_lines(match, match.players.index(match.people[0]))


def _looked_back(number: int) -> str:
    """What looking back has to show, or will have."""
    moves = "one of your moves" if number == 1 else f"{number} of your moves"
    return FOUND.format(moves, LOOK_BACK) if number else LEARN


def _record(match: MatchState, met: Meetings, names: Mapping[Holder, str]) -> str:
    one, other = (names[holder] for holder in match.players)
    level = f", level {met.level}" if met.level else ""  # drawn, or a third one won
    return f"{match.info.name} so far: {one} {met.ahead}, {other} {met.behind}{level}"
