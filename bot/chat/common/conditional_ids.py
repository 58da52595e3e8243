"""The ids of what is on the board of prepared answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId, Stage
from data.ids import MatchId

NO_STAGE = "0" * 8
"""Stands for no stage: to look changes nothing."""


class ConditionalAction(StrEnum):
    """What a button on the board of prepared answers does."""

    SHOW = "show"
    TAKE = "take"
    PART = "part"
    STOP = "stop"
    BACK = "back"
    KEEP = "keep"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class ConditionalButton(CustomId):
    """A button on the board where somebody prepares answers, as it is at ``stage``."""

    PREFIX: ClassVar[str] = "if"
    match_id: MatchId
    stage: Stage
    action: ConditionalAction
    number: int = 0
