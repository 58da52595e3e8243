"""Every button, menu and form that outlives a restart: what the client listens to."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from discord import ui

from bot.answers import Interaction
from bot.views import ids
from bot.views.challenge_buttons import ChallengeButton
from bot.views.composer import ComposerItem
from bot.views.inbox import InboxButton
from bot.views.invitation import InvitationList
from bot.views.life import RequestButton
from bot.views.match_buttons import MatchButton
from bot.views.practice import PracticeItem, on_practice_form
from bot.views.replay import ReplayItem
from bot.views.rules_pages import RulesItem
from bot.views.ruling_form import on_ruling_form
from bot.views.server_panel import ServerSettingItem
from bot.views.settings_panel import SettingList
from bot.views.typed_moves import on_move_form

ITEMS: tuple[type[ui.DynamicItem[Any]], ...] = (
    ChallengeButton,
    ComposerItem,
    InboxButton,
    InvitationList,
    MatchButton,
    PracticeItem,
    ReplayItem,
    RequestButton,
    RulesItem,
    ServerSettingItem,
    SettingList,
)
"""The buttons and menus, found by their ``custom_id``."""

Sent = Callable[[Interaction, re.Match[str]], Awaitable[None]]

FORMS: tuple[tuple[str, Sent], ...] = (
    (ids.MOVE_FORM, on_move_form),
    (ids.PRACTICE_FORM, on_practice_form),
    (ids.RULING, on_ruling_form),
)
"""The forms: what their ``custom_id`` looks like, and what takes what was sent."""


def is_in_use(custom_id: str) -> bool:
    """Whether there is a button or menu that says this."""
    return any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in ITEMS)


def form_of(custom_id: str) -> tuple[Sent, re.Match[str]] | None:
    """What takes a form, and what its ``custom_id`` says; None for a form not in use."""
    for template, sent in FORMS:
        found = re.fullmatch(template, custom_id)
        if found is not None:
            return sent, found
    return None
