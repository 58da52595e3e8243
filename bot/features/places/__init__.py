"""Notes where the bot cannot post: it was removed, or a channel was deleted or closed to it.

Meanwhile matches there stand still and timers wait. When the bot is back they go on; after
``MAX_ABSENCE`` of ``bot.core.absences`` they end without a result. The rules are in ``service.py``.
"""

from bot.features.places.posts import AbsenceCard, AbsenceNews
from bot.features.places.service import (
    AbsenceOver,
    AbsenceService,
    GivenUp,
    LostSetting,
    WhatIsLost,
    lost_of,
)
