"""What challenges say."""

from bot.chat.common.clocks import distance, unreadable_clock
from bot.chat.common.goals import goal
from bot.chat.common.ratings import agreed_line
from bot.chat.common.text import counted, mention, people
from bot.chat.interaction.part import Refusals
from bot.chat.messenger.text import holder_name
from bot.services.challenges import (
    AlreadyRematched,
    Challenge,
    ChallengeClosed,
    NotInvited,
    NotYourChallenge,
    OpponentIsBot,
    OpponentIsYou,
    OpponentNotHere,
    OwnChallenge,
    RematchElsewhere,
    SameOpponentTwice,
    TooManyMatches,
    TooManyOpen,
    TooManyToday,
    UnknownChallenge,
    UnreadableClock,
    WrongOpponentCount,
)
from bot.services.clocks import NoClock, parse_clock, say_clock
from data.ids import PlayerId
from data.states import ChallengeState, SeatChoice
from rules.game import Seat

NOT_IN = "You are not in this challenge. It stays open for others."
_TURNS = ("first", "second", "third")
_SEATS = {
    SeatChoice.FIRST: "{} moves first.",
    SeatChoice.SECOND: "{} moves second.",
    SeatChoice.RANDOM: "Who moves first is drawn at random.",
    SeatChoice.ROTATED: "Whoever moved second now moves first, and whoever moved first moves last.",
}


NO_ANSWER = "A refusal or silence counts as declined; two in a row cost the place."
"""So many players have no other places than each other's."""

NOT_HERE = "I cannot post boards here. Ask me in a server that I am in, or in direct messages."


def challenge_heading(challenge: Challenge) -> str:
    """What is offered: the game, how it is played, whose it is, and what it is about."""
    what = "Rematch" if challenge.rematch_of is not None else "Challenge"
    what = what if challenge.ladder_id is None else "Ladder challenge"
    kind = f"{challenge.variant.name}, by {challenge.info.designer}"
    return (
        f"### {what}: {challenge.info.name}\n-# {kind}\n{goal(challenge.info, challenge.variant)}"
    )


def challenge_body(challenge: Challenge) -> str:
    """Who challenges whom, and how seats are given."""
    who = mention(challenge.challenger_id)
    if challenge.ladder_id is not None:
        line = f"{who} asks for the place of {people(challenge.invited)} on the ladder. {NO_ANSWER}"
    elif challenge.invited:
        line = f"{who} challenges {people(challenge.invited)}."
    else:
        wanted = challenge.people_wanted
        sought = "an opponent" if wanted == 1 else f"{wanted} opponents"
        line = f"{who} looks for {sought}: anyone here may accept."
    told = [
        f"{line} {_engines(challenge)}{_seats(challenge)}",
        challenge.info.balance,
        _clock(challenge),
        agreed_line(challenge.unrated),
    ]
    return "\n".join(filter(None, told))


def _engines(challenge: Challenge) -> str:
    return "".join(f"{holder_name(each)} plays too. " for each in challenge.engines)


def _seats(challenge: Challenge) -> str:
    if challenge.seat_choice is SeatChoice.ROTATED and challenge.variant.is_for_two:
        return "Sides are swapped: whoever moved second now moves first."
    return _SEATS[challenge.seat_choice].format(mention(challenge.challenger_id))


def _clock(challenge: Challenge) -> str:
    clock = parse_clock(challenge.clock)
    if isinstance(clock, NoClock):
        return ""
    note = ""
    if clock.live:
        note = "\n-# Played in one sitting: vacations do not stop this clock."
    elif challenge.ladder_id is not None:
        note = "\n-# About a place on the ladder: vacations do not stop this clock."
    return f"**Clock:** {say_clock(clock)}.{note}"


def challenge_status(challenge: Challenge) -> str:
    """How the challenge stands."""
    match challenge.state:
        case ChallengeState.ACCEPTED:
            return f"Accepted by {people(challenge.accepted)}. The match begins."
        case ChallengeState.DECLINED:
            return f"Declined by {mention(challenge.closed_by or 0)}."
        case ChallengeState.CANCELLED:
            return f"Taken back by {mention(challenge.closed_by or 0)}."
        case ChallengeState.EXPIRED:
            return _expired(challenge)
        case ChallengeState.VOID:
            return "Void: the ladder has changed, so there is nothing left to ask for here."
        case _:
            taken = f"{_so_far(challenge)} " if challenge.accepted else ""
            return f"-# {taken}Open until <t:{int(challenge.expires_at.timestamp())}:f>."


def offered(challenge: Challenge) -> str:
    """What the challenger is told; the card is for everybody."""
    who = people(challenge.invited) if challenge.invited else "Anyone who sees it"
    return f"Your challenge is posted in <#{challenge.channel_id}>. {who} can accept it."


def practice_begun(challenge: Challenge, board: str | None = None, seat: Seat | None = None) -> str:
    """What somebody is told whose match against the bot has begun.

    ``board`` is the address of its board, and ``seat`` where they sit; None while that is not
    posted yet.
    """
    who = " and ".join(map(holder_name, challenge.engines))
    if board is None:
        return f"Your match against {who} begins in <#{challenge.channel_id}>."
    turn = "" if seat is None else f" You move {_TURNS[seat]}."
    return f"Your match against {who} has begun.{turn} [Go to the board]({board})"


def joined(challenge: Challenge) -> str:
    """What somebody is told who takes part while others are awaited."""
    return f"You are in; waiting for {_missing(challenge)}."


def _so_far(challenge: Challenge) -> str:
    are = "is" if len(challenge.accepted) == 1 else "are"
    return f"{people(challenge.accepted)} {are} in; waiting for {_missing(challenge)}."


def _missing(challenge: Challenge) -> str:
    if challenge.invited:
        return people(_silent(challenge))
    return counted(challenge.people_wanted - len(challenge.accepted), "more player")


def _silent(challenge: Challenge) -> tuple[PlayerId, ...]:
    return tuple(player for player in challenge.invited if player not in challenge.accepted)


def _expired(challenge: Challenge) -> str:
    if not challenge.accepted:
        return "Nobody answered in time."
    if challenge.invited:
        silent = people(_silent(challenge))
        return f"{people(challenge.accepted)} accepted, but {silent} did not answer in time."
    return f"Only {people(challenge.accepted)} accepted in time."


def _closed(error: ChallengeClosed) -> str:
    return {
        ChallengeState.ACCEPTED: "This challenge was accepted already.",
        ChallengeState.DECLINED: "This challenge was declined.",
        ChallengeState.CANCELLED: "This challenge was taken back.",
        ChallengeState.VOID: "The ladder has changed, so this challenge is void.",
        ChallengeState.EXPIRED: "This challenge has run out. Send a new one with `/challenge`.",
    }.get(error.challenge.state, "This challenge is closed.")


_NUMBERS = {1: "one", 2: "two", 3: "three"}


def _wrong_count(error: WrongOpponentCount) -> str:
    info, variant = error.info, error.variant
    differs = any(each.seats != variant.seats for each in info.variants)
    name = f"{info.name} ({variant.name})" if differs else info.name
    opponents = "opponent" if error.needed == 1 else "opponents"
    return (
        f"{name} is for {_NUMBERS[variant.seats]}; name {_NUMBERS[error.needed]} {opponents}, "
        "or nobody for an open challenge."
    )


REFUSALS: Refusals = {
    UnknownChallenge: lambda _: "There is no such challenge.",
    ChallengeClosed: _closed,
    NotInvited: lambda _: (
        "This challenge is for somebody else. Send one of your own with `/challenge`."
    ),
    OwnChallenge: lambda _: (
        "You cannot answer your own challenge. **Cancel** takes it back while nobody has."
    ),
    NotYourChallenge: lambda _: "Only the person who sent this challenge can take it back.",
    OpponentIsBot: lambda _: (
        "Other bots cannot be challenged. Name a person, me, or nobody for an open challenge."
    ),
    OpponentIsYou: lambda _: (
        "You cannot challenge yourself. Name somebody else, or nobody for an open challenge; "
        "with `/practice` you play against me."
    ),
    OpponentNotHere: lambda _: "This person is not in this server. Nobody was challenged.",
    SameOpponentTwice: lambda error: (
        f"You named {mention(error.player_id)} twice. Each opponent takes one place."
    ),
    WrongOpponentCount: _wrong_count,
    UnreadableClock: lambda error: unreadable_clock(error.error),
    AlreadyRematched: lambda _: "The rematch of this match was asked for already.",
    RematchElsewhere: lambda error: (
        "Ask for the rematch where the match was played: "
        f"<#{error.view.thread_id or error.view.channel_id}>."
    ),
    TooManyOpen: lambda error: (
        f"You have {error.most} open challenges. Wait for answers, or take some back."
    ),
    TooManyToday: lambda error: (
        f"That is enough for a day: you have sent {error.most} challenges. You can send the next "
        f"one {distance(error.again_at)}."
    ),
    TooManyMatches: lambda error: (
        f"{mention(error.player_id)} plays {error.most} matches at once already. Some have to end "
        "before another begins."
    ),
}
