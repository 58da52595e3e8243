"""A match from its start, and as a record to take away."""

from bot.services.replay.game_records import game_record
from bot.services.replay.models import MatchReplay, NoResult, ReplayStep
from bot.services.replay.service import (
    ReplayService,
    SharedMatch,
    Sharing,
    SharingService,
    sharing_part,
)
