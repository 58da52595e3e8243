"""What the messages of a match say besides what happened: of its thread, and of places."""

from collections.abc import Mapping

from bot.features.matches.boards import PlacesMoved
from bot.screen.names import SOMEBODY
from bot.screen.permissions import spoken
from bot.screen.words import mention
from data.ids import Holder, PlayerId
from data.states import FallbackReason, ThreadFallback
from rules.texts import Text, Words, sentences


def thread_fallback(why: ThreadFallback) -> Text:
    if why.reason is FallbackReason.GONE:
        return Text("The match's thread is gone, so we go on here.")
    if why.permission is None:
        return Text("A thread cannot be used for this match, so it is played here.")
    return Text(
        "I cannot use a thread here (the **{permission}** permission is missing), so we "
        "play in the channel.",
        permission=spoken(why.permission),
    )


def places_line(effect: PlacesMoved, names: Mapping[Holder, Words]) -> Text:
    """What a match has done to places, in a line below its result."""
    challenger, holder = (_named(who, names) for who in (effect.challenger_id, effect.holder_id))
    before, after, kept = effect.before, effect.after, effect.kept
    if after is None:
        return _UNCHANGED if before is None else _LOST.of(player=challenger)
    if before != after:
        return _TAKEN.of(player=challenger, place=after, before=before or after)
    if kept is None:
        return sentences(_OFF.of(player=holder), _HAS.of(player=challenger, place=after))
    return _KEPT.of(holder=holder, kept=kept, player=challenger, place=after)


def _named(who: PlayerId | None, names: Mapping[Holder, Words]) -> Words:
    return SOMEBODY if who is None else names.get(who, mention(who))


_UNCHANGED = Text("Ladder: no place changes, because one of the two is not on it.")
_LOST = Text("Ladder: {player} loses their place and leaves the ladder, after two timeouts.")
_TAKEN = Text("Ladder: {player} takes place {place}, from place {before}.")
_OFF = Text("Ladder: {player} leaves the ladder, after two timeouts.")
_HAS = Text("{player} has place {place}.")
_KEPT = Text("Ladder: {holder} keeps place {kept}, {player} place {place}.")
