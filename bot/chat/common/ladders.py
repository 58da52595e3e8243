"""What is said of places, and why somebody may not ask for one."""

from collections.abc import Mapping
from datetime import datetime

from bot.chat.common.clocks import distance
from bot.chat.common.text import all_of, mention
from bot.services.ladders import (
    AlreadyOnLadder,
    CannotChallenge,
    Event,
    Ladder,
    NotOnLadder,
    Refusal,
    RestReason,
    SeveralLadders,
    WhyNot,
    reach,
)
from data.ids import Holder, PlayerId


def ordinal(place: int) -> str:
    """A place as it is spoken of: ``1st``, ``12th``, ``23rd``."""
    last = place % 10 if place % 100 not in (11, 12, 13) else 0
    return f"{place}{_ENDINGS.get(last, 'th')}"


def ladder_name(ladder: Ladder) -> str:
    """Which ladder: its game, with the way it is played where that is not the usual one."""
    usual = ladder.variant == ladder.info.variants[0]
    return ladder.info.name if usual else f"{ladder.info.name} ({ladder.variant.name})"


def why_not(refusal: Refusal, place: int | None) -> str:
    """Why somebody on ``place`` may not ask for a place, said to them: ``that is you``."""
    if refusal.why is WhyNot.RESTING:
        return _resting(refusal)
    if refusal.why is WhyNot.OUT_OF_REACH:
        return f"out of reach: from {ordinal(place or 1)} you can ask {_up(reach(place or 1))}"
    return _WHY[refusal.why]


def day(at: datetime) -> str:
    """A day, by the reader's own calendar."""
    return f"<t:{int(at.timestamp())}:d>"


def cannot_challenge(error: CannotChallenge) -> str:
    """Why the challenge was not made, in a sentence."""
    if error.refusal.why in _WHOLE:
        return _WHOLE[error.refusal.why]
    reason = why_not(error.refusal, error.place)
    return f"You cannot challenge {mention(error.opponent_id)} on this ladder now: {reason}."


def several_ladders(error: SeveralLadders) -> str:
    """Which ladders there are to choose from."""
    names = all_of([f"**{ladder_name(each)}**" for each in error.ladders])
    return f"Which ladder? This server has {names}. Name one with the `game` option."


def already_on_ladder(error: AlreadyOnLadder) -> str:
    """Where somebody is who wants to be let on."""
    return f"On the {ladder_name(error.ladder)} ladder already, in {ordinal(error.place)} place."


def not_on_ladder(error: NotOnLadder) -> str:
    """Who has no place."""
    return f"{mention(error.player_id)} has no place on the {ladder_name(error.ladder)} ladder."


def ladder_line(effect: Event, names: Mapping[Holder, str]) -> str:
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


def _named(who: PlayerId | None, names: Mapping[Holder, str]) -> str:
    return "somebody" if who is None else names.get(who, mention(who))


def _up(places: int) -> str:
    return f"for the {places} places above you"


def _resting(refusal: Refusal) -> str:
    since = "" if refusal.since is None else f" {distance(refusal.since)}"
    again = "later" if refusal.until is None else f"again {distance(refusal.until)}"
    done = _DONE[refusal.after or RestReason.PLAYED]
    return f"{again}; {done}{since}"


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

_DONE = {
    RestReason.PLAYED: "you two played",
    RestReason.DECLINED: "a challenge between you was declined",
    RestReason.WITHDREW: "a challenge between you was taken back",
}

_WHY = {
    WhyNot.CLOSED: "the ladder is closed",
    WhyNot.FROZEN: "the ladder stands still",
    WhyNot.NOT_ON_LADDER: "you have no place yet",
    WhyNot.OPPONENT_NOT_ON_LADDER: "they have no place on it",
    WhyNot.YOURSELF: "that is you",
    WhyNot.BELOW_YOU: "you are above them already",
    WhyNot.UNAVAILABLE: "they cannot be challenged right now",
    WhyNot.CHALLENGED: "a challenge between you two waits for its answer",
    WhyNot.PLAYING: "you two are playing for it already",
    WhyNot.TOO_MANY_OUTGOING: "you have asked for three places already",
    WhyNot.TOO_MANY_INCOMING: "three others are asking for this place already",
}

_WHOLE = {
    WhyNot.CLOSED: "This ladder is closed.",
    WhyNot.FROZEN: "This ladder stands still now: no challenge is made or answered.",
    WhyNot.NOT_ON_LADDER: "You have no place on this ladder yet. Join it with `/ladder join`.",
}
