"""What is said of places, and why somebody may not ask for one."""

from collections.abc import Mapping
from datetime import datetime

from bot.chat.common.names import SOMEBODY
from bot.chat.common.text import distance, game_name, mention
from bot.services import ladders
from data.ids import Holder, PlayerId
from rules.texts import Counted, Text, Words, sentences

NO_PLACE = "\u2013"


def ladder_name(ladder: ladders.Ladder) -> Words:
    """Which ladder: its game, with the way it is played where that is not the usual one."""
    return game_name(ladder.info, ladder.variant)


def why_not(refusal: ladders.ChallengeRefusal, place: int | None) -> Text:
    """Why somebody on ``place`` may not ask for a place, said to them: ``That is you.``"""
    if refusal.why is ladders.WhyNot.RESTING:
        return _resting(refusal)
    if refusal.why is ladders.WhyNot.OUT_OF_REACH:
        own = place or 1
        return _OUT_OF_REACH.of(number=ladders.reach(own), place=own)
    return _WHY[refusal.why]


def day(at: datetime) -> str:
    """A day, by the reader's own calendar."""
    return f"<t:{int(at.timestamp())}:d>"


def ladder_line(effect: ladders.Event, names: Mapping[Holder, Words]) -> Text:
    """What a match has done to places, in a line below its result."""
    challenger, holder = (_named(who, names) for who in (effect.player_id, effect.opponent_id))
    before, after, kept = effect.player.before, effect.player.after, effect.opponent.after
    if after is None:
        return _UNCHANGED if before is None else _LOST.of(player=challenger)
    if before != after:
        return _TAKEN.of(player=challenger, place=after, before=before or after)
    if kept is None:
        return sentences(_OFF.of(player=holder), _HAS.of(player=challenger, place=after))
    return _KEPT.of(holder=holder, kept=kept, player=challenger, place=after)


def _named(who: PlayerId | None, names: Mapping[Holder, Words]) -> Words:
    return SOMEBODY if who is None else names.get(who, mention(who))


def _resting(refusal: ladders.ChallengeRefusal) -> Text:
    done = _DONE[refusal.after or ladders.RestReason.PLAYED]
    since, until = refusal.since, refusal.until
    return sentences(
        LATER if until is None else _AGAIN.of(distance=distance(until)),
        done.of(distance=NO_PLACE if since is None else distance(since)),
    )


_UNCHANGED = Text("Ladder: no place changes, because one of the two is not on it.")
_LOST = Text("Ladder: {player} loses their place and leaves the ladder, after two timeouts.")
_TAKEN = Text("Ladder: {player} takes place {place}, from place {before}.")
_OFF = Text("Ladder: {player} leaves the ladder, after two timeouts.")
_HAS = Text("{player} has place {place}.")
_KEPT = Text("Ladder: {holder} keeps place {kept}, {player} place {place}.")

LATER = Text("You can challenge them again later.")
_AGAIN = Text("You can challenge them again {distance}.")
_DONE = {
    ladders.RestReason.PLAYED: Text("You two played {distance}."),
    ladders.RestReason.DECLINED: Text("A challenge between you was declined {distance}."),
    ladders.RestReason.WITHDREW: Text("A challenge between you was cancelled {distance}."),
}
_OUT_OF_REACH = Counted(
    "Out of reach: from place {place} you can challenge only the player above you.",
    "Out of reach: from place {place} you can challenge only the {number} players above you.",
)
_WHY = {
    ladders.WhyNot.CLOSED: Text("The ladder is closed."),
    ladders.WhyNot.FROZEN: Text("The ladder is frozen."),
    ladders.WhyNot.NOT_ON_LADDER: Text("You have no place yet."),
    ladders.WhyNot.OPPONENT_NOT_ON_LADDER: Text("They have no place on it."),
    ladders.WhyNot.YOURSELF: Text("That is you."),
    ladders.WhyNot.BELOW_YOU: Text("You are above them already."),
    ladders.WhyNot.UNAVAILABLE: Text("You have blocked them."),
    ladders.WhyNot.CHALLENGED: Text("A challenge between you two waits for its answer."),
    ladders.WhyNot.PLAYING: Text("You two are already playing for it."),
    ladders.WhyNot.TOO_MANY_OUTGOING: Text(
        "You already have three open challenges or matches, which is the limit."
    ),
    ladders.WhyNot.TOO_MANY_INCOMING: Text("Three others already challenge them."),
}
