"""What answers the composer's buttons, lists and form."""

from __future__ import annotations

from bot.chat.common.custom_ids import ComposerButton, MoveFormId
from bot.chat.composer.buttons import on_composer
from bot.chat.composer.typed_moves import on_move_form
from bot.chat.interaction.click import handles, takes

HANDLERS = (handles(ComposerButton, on_composer), takes(MoveFormId, on_move_form))
