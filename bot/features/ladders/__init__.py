"""Ladders: places that are won by challenges, their rules, and how they are stored and played."""

from bot.features.ladders.management import LadderManagement
from bot.features.ladders.service import LadderService
from bot.features.ladders.store import FirstChanged, LadderStore
from bot.features.ladders.values import Ladder
