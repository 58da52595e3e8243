"""The ids of what is on the board of prepared answers."""

from dataclasses import dataclass
from typing import ClassVar

from bot.chat.common.custom_id import CustomId, Stage
from bot.chat.common.custom_ids import BoardAction
from data.ids import MatchId

NO_STAGE = "0" * 8
"""Stands for no stage: to look changes nothing."""


@dataclass(frozen=True, slots=True)
class ConditionalButton(CustomId):
    """A button on the board where somebody prepares answers, as it is at ``stage``."""

    PREFIX: ClassVar[str] = "if"
    match_id: MatchId
    stage: Stage
    action: BoardAction
    number: int = 0
