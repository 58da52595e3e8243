"""From an offer to the start of a match."""

from bot.services.challenges.allowed import (
    ClockNotAllowed,
    GameNotAllowed,
    NotAStarter,
    WrongChannel,
    check_clock,
    check_game,
)
from bot.services.challenges.errors import (
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
from bot.services.challenges.offer import ChallengeOffer, check_opponent
from bot.services.challenges.service import ChallengeService
from bot.services.challenges.storage import Challenge, lead_to_board
