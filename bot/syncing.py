"""Telling Discord about the slash commands, only when they have changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import structlog
from discord import app_commands

logger = structlog.get_logger(__name__)

_COMPARED = (
    "name",
    "type",
    "description",
    "required",
    "autocomplete",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
)


async def sync_if_changed(tree: app_commands.CommandTree[Any]) -> bool:
    """Send the commands to Discord if it knows others; whether that was so."""
    known = {_shape(command.to_dict()) for command in await tree.fetch_commands()}
    wanted = {_shape(command.to_dict(tree)) for command in tree.get_commands()}
    if known == wanted:
        return False
    await tree.sync()
    logger.info("commands synced", count=len(wanted))
    return True


def _shape(payload: Mapping[str, Any]) -> tuple[Any, ...]:
    """What people see of a command or option, in a form that compares."""
    own = tuple(
        (key, payload[key]) for key in _COMPARED if payload.get(key) not in (None, False, "")
    )
    choices = tuple((each["name"], each["value"]) for each in payload.get("choices") or ())
    return (own, choices, tuple(_shape(option) for option in payload.get("options") or ()))
