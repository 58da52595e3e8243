"""What challenges say."""

from __future__ import annotations

from bot.chat.common.goals import goal
from bot.chat.common.ratings import agreed_line
from bot.chat.common.text import counted, mention, people
from bot.chat.messenger.text import holder_name
from bot.services.challenges import Challenge
from bot.services.clocks import NoClock, parse_clock, say_clock
from data.ids import PlayerId
from data.states import ChallengeState, SeatChoice

_SEATS = {
    SeatChoice.FIRST: "{} moves first.",
    SeatChoice.SECOND: "{} moves second.",
    SeatChoice.RANDOM: "Who moves first is drawn at random.",
    SeatChoice.ROTATED: "Whoever moved second now moves first, and whoever moved first moves last.",
}


NO_ANSWER = "A refusal or silence counts as declined; two in a row cost the place."
"""So many players have no other places than each other's."""

NOT_HERE = "I cannot post boards here. Ask me in a server that I am in, or in direct messages."


def challenge_heading(view: Challenge) -> str:
    """What is offered: the game, how it is played, whose it is, and what it is about."""
    what = "Rematch" if view.rematch_of is not None else "Challenge"
    what = what if view.ladder_id is None else "Ladder challenge"
    kind = f"{view.variant.name}, by {view.info.designer}"
    return f"### {what}: {view.info.name}\n-# {kind}\n{goal(view.info)}"


def challenge_body(view: Challenge) -> str:
    """Who challenges whom, and how seats are given."""
    who = mention(view.challenger_id)
    if view.ladder_id is not None:
        line = f"{who} asks for the place of {people(view.invited)} on the ladder. {NO_ANSWER}"
    elif view.invited:
        line = f"{who} challenges {people(view.invited)}."
    else:
        wanted = view.people_wanted
        seats = "anyone here" if wanted == 1 else f"{wanted} people"
        line = f"{who} looks for an opponent: {seats} may accept."
    told = [f"{line} {_engines(view)}{_seats(view)}", _clock(view), agreed_line(view.unrated)]
    return "\n".join(filter(None, told))


def _engines(view: Challenge) -> str:
    return "".join(f"{holder_name(each)} plays too. " for each in view.engines)


def _seats(view: Challenge) -> str:
    if view.seat_choice is SeatChoice.ROTATED and view.variant.is_for_two:
        return "Sides are swapped."
    return _SEATS[view.seat_choice].format(mention(view.challenger_id))


def _clock(view: Challenge) -> str:
    clock = parse_clock(view.clock)
    if isinstance(clock, NoClock):
        return ""
    note = ""
    if clock.live:
        note = "\n-# Played in one sitting: vacations do not stop this clock."
    elif view.ladder_id is not None:
        note = "\n-# About a place on the ladder: vacations do not stop this clock."
    return f"**Clock:** {say_clock(clock)}.{note}"


def challenge_status(view: Challenge) -> str:
    """How the challenge stands."""
    match view.state:
        case ChallengeState.ACCEPTED:
            return f"Accepted by {people(view.accepted)}. The match begins."
        case ChallengeState.DECLINED:
            return f"Declined by {mention(view.closed_by or 0)}."
        case ChallengeState.CANCELLED:
            return f"Taken back by {mention(view.closed_by or 0)}."
        case ChallengeState.EXPIRED:
            return _expired(view)
        case ChallengeState.VOID:
            return "Void: the ladder has changed, so there is nothing left to ask for here."
        case _:
            taken = f"{_so_far(view)} " if view.accepted else ""
            return f"-# {taken}Open until <t:{int(view.expires_at.timestamp())}:f>."


def offered(view: Challenge) -> str:
    """What the challenger is told; the card is for everybody."""
    who = people(view.invited) if view.invited else "Anyone who sees it"
    return f"Your challenge is posted in <#{view.channel_id}>. {who} can accept it."


def practice_begun(view: Challenge) -> str:
    """What somebody is told whose match against the bot has begun."""
    who = " and ".join(map(holder_name, view.engines))
    return f"Your match against {who} begins in <#{view.channel_id}>."


def joined(view: Challenge) -> str:
    """What somebody is told who takes part while others are awaited."""
    return f"You are in; waiting for {_missing(view)}."


def _so_far(view: Challenge) -> str:
    are = "is" if len(view.accepted) == 1 else "are"
    return f"{people(view.accepted)} {are} in; waiting for {_missing(view)}."


def _missing(view: Challenge) -> str:
    if view.invited:
        return people(_silent(view))
    return counted(view.people_wanted - len(view.accepted), "more player")


def _silent(view: Challenge) -> tuple[PlayerId, ...]:
    return tuple(player for player in view.invited if player not in view.accepted)


def _expired(view: Challenge) -> str:
    if not view.accepted:
        return "Nobody answered in time."
    if view.invited:
        return (
            f"{people(view.accepted)} accepted, but {people(_silent(view))} did not answer in time."
        )
    return f"Only {people(view.accepted)} accepted in time."
