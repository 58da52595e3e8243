"""What players and servers choose, and who may do what because of it."""

from bot.services.settings.policy import (
    LONGEST_REASON,
    check_acceptance,
    check_blocks,
    check_clock,
    check_game,
    check_manager,
    check_offer,
    checked_reason,
    usual_clock,
)
from bot.services.settings.service import (
    BadReason,
    BlockedByYou,
    BlockedYou,
    BlockedYourself,
    BlockService,
    ClockNotAllowed,
    GameNotAllowed,
    NoServerHere,
    NotAManager,
    NotAStarter,
    NotBlocked,
    SettingsService,
    WrongChannel,
)
