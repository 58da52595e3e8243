"""The lines below a result: changes of ratings, and the record of the two players."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from bot.core.matches import MatchState
from bot.features.ratings.counting import Aftermath
from bot.features.ratings.values import Meetings, Rating, is_provisional, points, write_rating
from bot.screen.words import LOOK_BACK, REPLAY, WHY_UNRATED, defeat_lines, row
from data.ids import Holder, is_stand_in
from data.states import UnratedReason
from rules.texts import Counted, Plain, Text, Words, sentences


def signed(change: int) -> str:
    """A change with its sign, as ``+19`` or ``±0``."""
    return f"+{change}" if change > 0 else f"\u2212{-change}" if change else "\u00b10"


def rating_moved(before: Rating, after: Rating) -> str:
    """The change of a rating, as ``1512 → 1531, +19``."""
    change = signed(points(after) - points(before))
    return f"{write_rating(before)} \u2192 **{write_rating(after)}**, {change}"


def uncertain(ratings: Iterable[Rating]) -> Text | None:
    """The meaning of the mark ``?``; None if none of the ratings has it."""
    return UNCERTAIN if any(map(is_provisional, ratings)) else None


UNCERTAIN = Text("?: still uncertain")
"""The meaning of the mark ``?`` of a rating."""

LEARN = Text(
    "**{button}** shows the match move by move, and who was ahead at each point.", button=REPLAY
)
"""Below a practice match, until a review has found something."""
FOUND = Counted(
    "**My review:** one of your moves could have been clearly better. **{button}** shows how.",
    "**My review:** {number} of your moves could have been clearly better. **{button}** shows how.",
    button=LOOK_BACK,
)
"""Below a practice match whose review has found better moves."""


def aftermath_lines(
    match: MatchState, aftermath: Aftermath, names: Mapping[Holder, Words], looked_back: int = 0
) -> Iterator[Text]:
    """The lines below the result; ``looked_back`` is how many moves a review has pointed out."""
    if aftermath.changes:
        moved = Plain("{player} {rating}")
        told = [
            moved.of(player=names[each.player_id], rating=rating_moved(each.before, each.after))
            for each in aftermath.changes
        ]
        ratings = ((each.before, each.after) for each in aftermath.changes)
        mark = uncertain(chain.from_iterable(ratings))
        yield row(told if mark is None else [*told, mark])
    elif aftermath.unrated not in {None, UnratedReason.NO_RESULT}:
        practised = aftermath.unrated is UnratedReason.ENGINE
        if practised and len(match.people) == 1:
            yield from defeat_lines(match, match.players.index(match.people[0]))
        yield sentences(Text("Not rated."), WHY_UNRATED[aftermath.unrated])
        if practised:
            yield FOUND.of(number=looked_back) if looked_back else LEARN
    if aftermath.meetings is not None and not any(map(is_stand_in, match.people)):
        yield _record(match, aftermath.meetings, names)


def _record(match: MatchState, met: Meetings, names: Mapping[Holder, Words]) -> Text:
    one, other = (names[holder] for holder in match.players)
    so_far = (
        Text(
            "Wins in {game} so far: {one} {ahead}, {other} {behind}; drawn: {level}",
            level=met.level,
        )
        if met.level  # drawn, or a third one won
        else Text("Wins in {game} so far: {one} {ahead}, {other} {behind}")
    )
    return so_far.of(game=match.info.name, one=one, ahead=met.ahead, other=other, behind=met.behind)
