"""Every button, list and form, found by its ``custom_id``: also those sent before a restart."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from bot.chat.challenges.buttons import on_challenge
from bot.chat.challenges.invitation import on_invitation
from bot.chat.common import custom_ids as ids
from bot.chat.composer.buttons import on_composer
from bot.chat.interaction.answers import Interaction
from bot.chat.matches.buttons import on_match
from bot.chat.matches.inbox import on_inbox
from bot.chat.matches.typed_moves import on_move_form
from bot.chat.practice.buttons import on_practice, on_practice_form
from bot.chat.replay.buttons import on_replay
from bot.chat.requests.buttons import on_request
from bot.chat.rulebook.pages import on_rules
from bot.chat.rulings.form import on_ruling_form
from bot.chat.settings.player_panel import on_setting
from bot.chat.settings.server_panel import on_server_setting

Handler = Callable[[Interaction, re.Match[str]], Awaitable[None]]
"""Answers an interaction whose ``custom_id`` was read."""

CLICKS: tuple[tuple[str, Handler], ...] = (
    (ids.CHALLENGE, on_challenge),
    (ids.COMPOSER, on_composer),
    (ids.INBOX, on_inbox),
    (ids.INVITATION, on_invitation),
    (ids.MATCH, on_match),
    (ids.PRACTICE, on_practice),
    (ids.REPLAY, on_replay),
    (ids.REQUEST, on_request),
    (ids.RULES, on_rules),
    (ids.SERVER_SETTING, on_server_setting),
    (ids.SETTING, on_setting),
)
"""Buttons and lists: what their ``custom_id`` looks like, and what answers them."""

FORMS: tuple[tuple[str, Handler], ...] = (
    (ids.MOVE_FORM, on_move_form),
    (ids.PRACTICE_FORM, on_practice_form),
    (ids.RULING, on_ruling_form),
)
"""Forms: what their ``custom_id`` looks like, and what takes what was sent."""


def handler_of(
    handlers: tuple[tuple[str, Handler], ...], custom_id: str
) -> tuple[Handler, re.Match[str]] | None:
    """What answers this, and what the ``custom_id`` says; None if nothing does."""
    for template, handler in handlers:
        says = re.fullmatch(template, custom_id)
        if says is not None:
            return handler, says
    return None
