"""What challenges say."""

from __future__ import annotations

from bot.chat.common.goals import goal
from bot.chat.common.text import mention
from bot.services.matches.models import ChallengeView
from data.states import ChallengeState, SeatChoice

_SEATS = {
    SeatChoice.FIRST: "{} moves first.",
    SeatChoice.SECOND: "{} moves second.",
    SeatChoice.RANDOM: "Who moves first is drawn by lot.",
    SeatChoice.ROTATED: "Everybody moves one seat up.",
}


PAIR = 2
"""So many players have no other places than each other's."""


def challenge_heading(view: ChallengeView) -> str:
    """What is offered: the game, how it is played, whose it is, and what it is about."""
    what = "Rematch" if view.rematch_of is not None else "Challenge"
    kind = f"{view.variant.name}, by {view.info.designer}"
    return f"### {what}: {view.info.name}\n-# {kind}\n{goal(view.info)}"


def challenge_body(view: ChallengeView) -> str:
    """Who challenges whom, and how seats are given."""
    who = mention(view.challenger_id)
    if view.invited:
        others = " and ".join(mention(player) for player in view.invited)
        line = f"{who} challenges {others}."
    else:
        seats = "anyone here" if view.variant.seats == 2 else f"{view.variant.seats - 1} people"
        line = f"{who} looks for an opponent: {seats} may accept."
    if view.seat_choice is SeatChoice.ROTATED and view.variant.seats == PAIR:
        return f"{line} Sides are swapped."
    return f"{line} {_SEATS[view.seat_choice].format(who)}"


def challenge_status(view: ChallengeView) -> str:
    """How the challenge stands."""
    match view.state:
        case ChallengeState.ACCEPTED:
            players = " and ".join(mention(player) for player in view.accepted)
            return f"Accepted by {players}. The match begins."
        case ChallengeState.DECLINED:
            return f"Declined by {mention(view.closed_by or 0)}."
        case ChallengeState.CANCELLED:
            return f"Taken back by {mention(view.closed_by or 0)}."
        case ChallengeState.EXPIRED:
            return "Nobody answered in time."
        case _:
            taken = f"Accepted so far: {len(view.accepted)}. " if view.accepted else ""
            return f"-# {taken}Open until <t:{int(view.expires_at.timestamp())}:f>."
