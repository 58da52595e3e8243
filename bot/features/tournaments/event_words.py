"""Entries of a tournament's log in sentences: for everybody, and for the player concerned."""

from bot.core.matches import LONGEST_REASON
from bot.features.tournaments.acts import ACTS
from bot.features.tournaments.eligibility import MATCHES, OUT, ROLE
from bot.features.tournaments.knockout import FINAL, THIRD_PLACE
from bot.features.tournaments.log import TournamentNotice
from bot.features.tournaments.values import Event
from bot.features.tournaments.words import named
from bot.screen.words import mention, quoted
from data.ids import PlayerId
from data.states import TournamentEvent
from rules.texts import Counted, Text, Words, sentences


def heard(event: Event) -> Text:
    if event.kind in (TournamentEvent.ROUND, TournamentEvent.WAITS):
        return HEARD[event.kind].of(number=event.reason or "")
    if event.kind is TournamentEvent.UNFIT:
        return _unfit(event)[0]
    if event.kind is TournamentEvent.CANCELLED and event.by_id is None:
        return Text("It is cancelled: I could not post in its channel for 60 days.")
    reason = event.reason
    told = HEARD[event.kind]
    if event.kind is TournamentEvent.PAIRED:
        told, reason = MEET.get(reason or "", told) if event.player_id else FINAL_GROUP, None
    told = told.of(
        player=_who(event.player_id),
        other=_who(event.opponent_id),
        by=_who(event.by_id),
        match=event.match_id or 0,
    )
    return sentences(told, _why(reason))


def _who(player_id: PlayerId | None) -> Words:
    return "" if player_id is None else mention(player_id)


def _unfit(event: Event) -> tuple[Text, Text]:
    """Which limit a player misses, for everybody and for the player."""
    limit, _, typed = str(event.reason).partition(" ")
    (everybody, the_player), number = UNFIT[limit], int(typed or 0)
    known = everybody.of(player=_who(event.player_id), role=f"<@&{number}>", number=number)
    return known, the_player.of(number=number)


UNFIT = {
    OUT: (
        Text("{player} is no longer taking part: withdrawn from a tournament here."),
        Text("You are no longer in {name}: you were withdrawn from a tournament here. {channel}"),
    ),
    ROLE: (
        Text("{player} is no longer taking part: only {role} may play."),
        Text("You are no longer in {name}: only members with a certain role may play. {channel}"),
    ),
    MATCHES: (
        Counted(
            "{player} is no longer taking part: players need {number} rated match here.",
            "{player} is no longer taking part: players need {number} rated matches here.",
        ),
        Counted(
            "You are no longer in {name}: you need {number} rated match of {game} here. {channel}",
            "You are no longer in {name}: you need {number} rated matches of {game} here. "
            "{channel}",
        ),
    ),
}
FINAL_GROUP = Text("The final group begins.")
MEET = {
    FINAL: Text("{player} and {other} meet in the final."),
    THIRD_PLACE: Text("{player} and {other} meet in the game for third place."),
}
HEARD = {
    **{each.event: each.logged for each in ACTS.values() if each.event is not None},
    TournamentEvent.CREATED: Text("{by} created it."),
    TournamentEvent.ENTERED: Text("{player} entered."),
    TournamentEvent.LEFT: Text("{player} left."),
    TournamentEvent.SITS_OUT: Text("{player} changed whether they sit out."),
    TournamentEvent.POSTPONED: sentences(
        Text("Not enough players yet. The start is put off by a week, three times at most."),
        Text("After that it waits for the organiser."),
    ),
    TournamentEvent.BEGAN: Text("It begins. The boards are posted one after the other."),
    TournamentEvent.PAIRED: Text("{player} and {other} meet in the next round."),
    TournamentEvent.ROUND: Text("Round {number} is paired."),
    TournamentEvent.WAITS: Text(
        "Round {number} is put off: not enough players while others sit out or are on vacation."
    ),
    TournamentEvent.WITHDREW: Text("{player} withdrew."),
    TournamentEvent.TIMED_OUT: Text("{player} was withdrawn: two games lost on time in a row."),
    TournamentEvent.SUBSTITUTED: Text("{by} replaced {player} with {other}."),
    TournamentEvent.REPLACED: Text(
        "Match {match} of {player} and {other} was annulled; it is played again."
    ),
    TournamentEvent.CORRECTED: Text(
        "The games of {player} and {other} are cancelled, because an earlier result has changed."
    ),
    TournamentEvent.EXHAUSTED: Text("All possible pairings have been played."),
    TournamentEvent.OVER: Text("It is over."),
    TournamentEvent.RULED: Text("{by} decided or annulled match {match} of {player} and {other}."),
    TournamentEvent.GIVEN: Text("{by} gave match {match} to {player}."),
    TournamentEvent.DRAWN: Text("{by} decided match {match} of {player} and {other} as a draw."),
    TournamentEvent.ANNULLED: Text("{by} annulled match {match} of {player} and {other}."),
    TournamentEvent.FORGIVEN: Text(
        "{by} set the timeout in match {match} aside: {player} and {other} play on."
    ),
}


def to_player(notice: TournamentNotice) -> Text:
    tournament, event = notice.field.tournament, notice.event
    place: dict[str, Words] = {"name": named(tournament), "channel": f"<#{tournament.channel_id}>"}
    if event.kind is TournamentEvent.OVER:
        up = Text("{name} is over: you go up. {channel}", **place)
        return up if notice.move > 0 else Text("{name} is over: you go down. {channel}", **place)
    if event.kind in TO_PLAYER:
        told = TO_PLAYER[event.kind].of(other=_who(event.opponent_id), **place)
        return sentences(told, _why(event.reason))
    if event.kind is TournamentEvent.UNFIT:
        return _unfit(event)[1].of(game=tournament.info.name, **place)
    number = int(event.reason or 0)
    mine = [each for each in notice.field.of(notice.player_id) if each.seats.round == number]
    if mine and mine[0].seats.second_id is None:
        told = Text(
            "Round {number} of {name}: you are left out and get nothing, because you have blocked "
            "everybody you could meet. {channel}"
        )
        return told.of(number=number, **place)
    told = Text("Round {number} of {name}: you play {other}, who moves first. {channel}")
    if mine and mine[0].seats.first_id == notice.player_id:
        told = Text("Round {number} of {name}: you play {other}, and move first. {channel}")
    other = mention(mine[0].other(notice.player_id)) if mine else ""
    return told.of(number=number, other=other, **place)


TO_PLAYER = {
    TournamentEvent.TIMED_OUT: Text(
        "You were withdrawn from {name}: two games lost on time in a row. {channel}"
    ),
    TournamentEvent.SUBSTITUTED: Text(
        "In {name} {other} plays in your place from now on. {channel}"
    ),
    TournamentEvent.EXPELLED: Text("The organiser withdrew you from {name}. {channel}"),
}


def _why(reason: str | None) -> str | None:
    return None if reason is None else quoted(reason, LONGEST_REASON)
