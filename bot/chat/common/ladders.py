"""What is said of places, and why somebody may not ask for one."""

from collections.abc import Mapping
from datetime import datetime

from bot.chat.common.text import distance, mention
from bot.services import ladders
from data.ids import Holder, PlayerId
from rules.texts import Words


def ordinal(place: int) -> str:
    """A place as it is spoken of: ``1st``, ``12th``, ``23rd``."""
    last = place % 10 if place % 100 not in (11, 12, 13) else 0
    return f"{place}{_ENDINGS.get(last, 'th')}"


def ladder_name(ladder: ladders.Ladder) -> str:
    """Which ladder: its game, with the way it is played where that is not the usual one."""
    usual = ladder.variant == ladder.info.variants[0]
    return ladder.info.name if usual else f"{ladder.info.name} ({ladder.variant.name})"


def why_not(refusal: ladders.ChallengeRefusal, place: int | None) -> str:
    """Why somebody on ``place`` may not ask for a place, said to them: ``that is you``."""
    if refusal.why is ladders.WhyNot.RESTING:
        return _resting(refusal)
    if refusal.why is ladders.WhyNot.OUT_OF_REACH:
        own = place or 1
        above = f"for the {ladders.reach(own)} places above you"
        return f"out of reach: from {ordinal(own)} you can ask {above}"
    return _WHY[refusal.why]


def day(at: datetime) -> str:
    """A day, by the reader's own calendar."""
    return f"<t:{int(at.timestamp())}:d>"


def ladder_line(effect: ladders.Event, names: Mapping[Holder, Words]) -> str:
    """What a match has done to places, in a line below its result."""
    challenger, holder = (_named(who, names) for who in (effect.player_id, effect.opponent_id))
    after = effect.player.after
    if effect.player.before is None and after is None:
        return "Ladder: no place changes, for one of the two is not on it."
    if after is None:
        return f"Ladder: {challenger} loses the place and is off, after two timeouts"
    if effect.player.changed:
        before = effect.player.before
        return f"Ladder: {challenger} takes {ordinal(after)} place, from {ordinal(before or after)}"
    kept = effect.opponent.after
    if kept is None:
        return f"Ladder: {holder} is off, after two timeouts; {challenger} is {ordinal(after)}"
    return f"Ladder: {holder} stays {ordinal(kept)}, {challenger} {ordinal(after)}"


def _named(who: PlayerId | None, names: Mapping[Holder, Words]) -> str:
    return "somebody" if who is None else str(names.get(who, mention(who)))


def _resting(refusal: ladders.ChallengeRefusal) -> str:
    since = "" if refusal.since is None else f" {distance(refusal.since)}"
    again = "later" if refusal.until is None else f"again {distance(refusal.until)}"
    done = _DONE[refusal.after or ladders.RestReason.PLAYED]
    return f"{again}; {done}{since}"


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

_DONE = {
    ladders.RestReason.PLAYED: "you two played",
    ladders.RestReason.DECLINED: "a challenge between you was declined",
    ladders.RestReason.WITHDREW: "a challenge between you was taken back",
}

_WHY = {
    ladders.WhyNot.CLOSED: "the ladder is closed",
    ladders.WhyNot.FROZEN: "the ladder is frozen",
    ladders.WhyNot.NOT_ON_LADDER: "you have no place yet",
    ladders.WhyNot.OPPONENT_NOT_ON_LADDER: "they have no place on it",
    ladders.WhyNot.YOURSELF: "that is you",
    ladders.WhyNot.BELOW_YOU: "you are above them already",
    ladders.WhyNot.UNAVAILABLE: "they cannot be challenged right now",
    ladders.WhyNot.CHALLENGED: "a challenge between you two waits for its answer",
    ladders.WhyNot.PLAYING: "you two are playing for it already",
    ladders.WhyNot.TOO_MANY_OUTGOING: "you have asked for three places already",
    ladders.WhyNot.TOO_MANY_INCOMING: "three others are asking for this place already",
}
