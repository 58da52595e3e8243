"""Sending the commands to Discord when they or their translations have changed."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.http import Route

from bot.screen.messenger.channels import Scope, scope_of

HINT = "look at Installation in the Developer Portal: User Install and Guild Install have to be on"

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
_TRANSLATED = ("name_localizations", "description_localizations")


async def sync_if_changed(tree: app_commands.CommandTree[Any]) -> bool:
    """Send the commands if Discord has others; returns whether it has accepted new ones.

    If Discord refuses them for good, the bot goes on with the old ones. Raises HTTPException for
    temporary errors.
    """
    try:
        return await _sync_if_changed(tree)
    except discord.HTTPException as error:
        if scope_of(error) is Scope.LATER:
            raise
        logger.error(
            "commands refused", status=error.status, code=error.code, reason=error.text, hint=HINT
        )
        return False


async def _sync_if_changed(tree: app_commands.CommandTree[Any]) -> bool:
    # the raw payload: tree.fetch_commands() drops contexts and requests no translations
    own_id, http = tree.client.application_id or 0, tree.client.http
    route = Route("GET", "/applications/{application_id}/commands", application_id=own_id)
    told: Sequence[Any] = await http.request(route, params={"with_localizations": "true"})
    known = {(_shape(command), _reach(command)) for command in told}
    speaks = tree.translator
    payloads = [
        await each.get_translated_payload(tree, speaks) if speaks else each.to_dict(tree)
        for each in tree.get_commands()
    ]
    wanted = {(_shape(command), _reach(command)) for command in payloads}
    if known == wanted:
        return False
    await http.bulk_upsert_global_commands(own_id, payloads)  # tree.sync() translates them again
    logger.info("commands synced", count=len(wanted))
    return True


def _reach(payload: Mapping[str, Any]) -> tuple[Any, ...]:
    """Where a command can be used, and the permissions to see it."""
    contexts, installs = payload.get("contexts"), payload.get("integration_types")
    needed = payload.get("default_member_permissions")
    return (
        frozenset(contexts or ()),
        frozenset(installs or ()),
        None if needed is None else int(needed),
    )


def _shape(payload: Mapping[str, Any]) -> tuple[Any, ...]:
    """The content of a command or option in a comparable form."""
    own = tuple(
        (key, payload[key]) for key in _COMPARED if payload.get(key) not in (None, False, "")
    )
    choices = tuple(
        (each["name"], each["value"], _translations(each)) for each in payload.get("choices") or ()
    )
    options = tuple(_shape(option) for option in payload.get("options") or ())
    return (own, _translations(payload), choices, options)


def _translations(payload: Mapping[str, Any]) -> tuple[frozenset[tuple[str, str]], ...]:
    return tuple(frozenset((payload.get(key) or {}).items()) for key in _TRANSLATED)
