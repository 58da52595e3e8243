"""Sentences of boards about threads and ladder places, and refusals about matches."""

from collections.abc import Mapping

from bot.core import matches
from bot.features.matches.boards import PlacesMoved
from bot.screen import refusing
from bot.screen.choices import MOVE
from bot.screen.interaction.interaction import CannotStandError
from bot.screen.messenger.words import cannot_stand, holder_name, result
from bot.screen.names import SOMEBODY, TITLE, harmless
from bot.screen.permissions import spoken
from bot.screen.refusing import filled
from bot.screen.words import WHICH, illegal, mention
from data.ids import Holder, PlayerId
from data.states import FallbackReason, ThreadFallback
from rules.texts import Text, Words, in_a_row, sentences


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
    """The line below a result about places of a ladder."""
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

_COMMANDS = {"draw": "/match", "help": "/help", "resign": "/resign", "undo": "/match"}
"""Words that people type as moves, and the commands that they mean."""


@refusing.sentence.register
def _illegal_move(error: matches.IllegalText) -> Text:
    """Why the move cannot be played; without an example also that there is another way."""
    press = Text("Or press **{button}** and choose.", button=MOVE)
    command = _COMMANDS.get(error.error.text.strip().casefold())
    for_that = command and Text("Use {command} for that.", command=f"`{command}`")
    return sentences(illegal(error), None if error.error.hints else press, for_that)


@refusing.sentence.register
def _no_match(error: matches.NoMatchHere) -> Text:
    nothing = (
        Text("You have no match to look at.")
        if error.scope is matches.Scope.SEEN
        else Text("You have no match to play.")
    )
    start = Text("Start one with `/challenge`, or name one with the `match` option.")
    return sentences(nothing, start)


@refusing.sentence.register
def _not_your_turn(error: matches.NotYourTurn) -> Text:
    mover = error.view.to_move_player
    if mover is None:
        return Text("It is not your turn.")
    return Text("It is not your turn: {player} is to move.", player=holder_name(mover))


@refusing.sentence.register
def _(error: CannotStandError) -> Words:
    return cannot_stand(error.channel_id, error.obstacle)


@refusing.sentence.register
def _(error: matches.MatchOver) -> Words:
    return sentences(Text("This match is over."), result(error.view))


@refusing.sentence.register
def _(error: matches.SeveralMatches) -> Words:
    return filled(WHICH, error)


@refusing.sentence.register
def _(error: matches.UnknownVariant) -> Words:
    return Text(
        "{game} has no such variant. Choose one of these: {known}.",
        game=error.info.name,
        known=in_a_row([f"`{variant.id}`" for variant in error.info.variants]),
    )


@refusing.sentence.register
def _(error: matches.MovesStand) -> Words:
    return Text(
        "This is a tournament game (*{tournament}*), so this is not possible here. You can "
        "withdraw from the tournament.",
        tournament=harmless(error.view.match.tournament or "", TITLE),
    )


@refusing.sentence.register
def _(error: matches.NothingToForgive) -> Words:
    return (
        Text("Nobody's time ran out just now.")
        if error.view.is_running
        else Text(
            "Nobody lost this match on time, or a manager has decided it since. `/manage` "
            "changes the result."
        )
    )
