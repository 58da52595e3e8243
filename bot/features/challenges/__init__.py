"""From an offer to the start of a match."""

from bot.features.challenges.allowed import (
    ClockNotAllowed,
    GameNotAllowed,
    NotAStarter,
    WrongChannel,
    check_clock,
    check_game,
)
from bot.features.challenges.errors import (
    AlreadyRematched,
    ChallengeClosed,
    NotInvited,
    NotYourChallenge,
    OpponentIsBot,
    OpponentIsYou,
    OwnChallenge,
    RematchElsewhere,
    SameOpponentTwice,
    TooManyMatches,
    TooManyOpen,
    TooManyToday,
    UnknownChallenge,
    WrongOpponentCount,
)
from bot.features.challenges.offer import ChallengeOffer, check_opponent
from bot.features.challenges.service import Answering, ChallengeService, Settled
from bot.features.challenges.storage import Challenge, lead_to_board
