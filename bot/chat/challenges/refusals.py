"""Why something is refused here, in sentences."""

from __future__ import annotations

from bot.chat.common.clocks import distance, unreadable_clock
from bot.chat.common.text import mention
from bot.chat.interaction.part import Refusals
from bot.services.challenges import (
    AlreadyRematched,
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
from data.states import ChallengeState


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
