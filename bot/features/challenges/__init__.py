"""Challenges: offers of a match to named people or anybody, rematches, and matches against the bot.

``offer.py`` says who may offer what, ``service.py`` how an offer is answered and becomes a match.
"""

from bot.features.challenges.errors import (
    ChallengeClosed,
    NotYourChallenge,
    OpponentIsBot,
    OpponentIsYou,
    SameOpponentTwice,
    UnknownChallenge,
    WrongOpponentCount,
)
from bot.features.challenges.offer import ChallengeOffer, check_clock, check_game, check_opponent
from bot.features.challenges.service import Answering, ChallengeService, Settled
from bot.features.challenges.storage import Challenge, lead_to_board
