"""Telling Discord about the slash commands, only when they have changed."""

from collections.abc import Mapping, Sequence
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
    # as Discord says it: what tree.fetch_commands() makes of it has lost where a command is for
    application = tree.client.application_id or 0
    told: Sequence[Any] = await tree.client.http.get_global_commands(application)
    known = {(_shape(command), _reach(command)) for command in told}
    made = [command.to_dict(tree) for command in tree.get_commands()]
    wanted = {(_shape(command), _reach(command)) for command in made}
    if known == wanted:
        return False
    await tree.sync()
    logger.info("commands synced", count=len(wanted))
    return True


def _reach(payload: Mapping[str, Any]) -> tuple[Any, ...]:
    """Where a command can be used, and what people have to be allowed to see it."""
    contexts, installs = payload.get("contexts"), payload.get("integration_types")
    needed = payload.get("default_member_permissions")
    return (
        frozenset(contexts or ()),
        frozenset(installs or ()),
        None if needed is None else int(needed),
    )


def _shape(payload: Mapping[str, Any]) -> tuple[Any, ...]:
    """What people see of a command or option, in a form that compares."""
    own = tuple(
        (key, payload[key]) for key in _COMPARED if payload.get(key) not in (None, False, "")
    )
    choices = tuple((each["name"], each["value"]) for each in payload.get("choices") or ())
    return (own, choices, tuple(_shape(option) for option in payload.get("options") or ()))
