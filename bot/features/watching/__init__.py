"""People follow matches, and people in a server, and get a direct message when a match ends.

``service.py`` has the rules: who may follow what, and who hears of an end.
"""

from bot.features.watching.service import (
    CannotFollow,
    FollowedEnd,
    FollowsThemselves,
    FollowsTooMany,
    Watched,
    WatchService,
)
