"""Somebody who plays on a local Discord: commands and clicks, as the websocket tells them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simcord import interactions
from simcord.backend import serializers

from tests.kit.loopback import Loopback

COMMAND, COMPONENT, FORM = 2, 3, 5
USER, CHANNEL, ROLE = 6, 7, 8
NAMED = (USER, CHANNEL, ROLE)
"""Kinds of options that are named by their number."""
FIELD, LABEL = 4, 18
"""Kinds of components of a form."""


@dataclass(frozen=True)
class Action:
    """What somebody is about to do; ``record`` is what becomes of it once it is sent."""

    discord: Loopback
    record: Any
    payload: Mapping[str, Any]

    def send(self) -> Any:
        """Tell the bot; the record of what the bot makes of it."""
        self.discord.backend.emit("INTERACTION_CREATE", self.payload)
        return self.record


@dataclass(frozen=True)
class Friend:
    discord: Loopback
    server_id: int
    id: int

    @classmethod
    def joining(cls, discord: Loopback, server_id: int, name: str) -> Friend:
        user = discord.backend.make_user(name)
        discord.backend.add_member(
            server_id, user.id, roles=[], nick=None, avatar=None, announce=True
        )
        return cls(discord, server_id, user.id)

    def slash(self, channel_id: int, name: str, **options: Any) -> Any:
        """Send a command; the record of what the bot makes of it."""
        return self.command(channel_id, name, **options).send()

    def press(self, channel_id: int, message_id: int, custom_id: str) -> Any:
        """Press a button; the record of what the bot makes of it."""
        return self.click(channel_id, message_id, custom_id).send()

    def command(self, channel_id: int, name: str, **options: Any) -> Action:
        backend = self.discord.backend
        root, *below = name.split()
        command = backend.find_command(root, self.server_id)
        assert command is not None, f"the bot has no command {name}"
        leaf, path = interactions.walk_to_subcommand(command, below)
        kinds = {option["name"]: option["type"] for option in leaf.get("options") or ()}
        given = [
            {"name": key, "type": kinds[key], "value": str(value) if kinds[key] in NAMED else value}
            for key, value in options.items()
        ]
        nested = interactions.nest_options(command, path, given)
        data = {"id": command["id"], "name": root, "type": 1, "options": nested}
        data["resolved"] = self._resolved({options[key]: kinds[key] for key in options})
        return self._interaction(COMMAND, channel_id, data)

    def form(self, channel_id: int, message_id: int, custom_id: str, **values: str) -> Action:
        """A form below a message, filled in and not sent yet."""
        fields = [
            {"type": LABEL, "component": {"type": FIELD, "custom_id": name, "value": value}}
            for name, value in values.items()
        ]
        data = {"custom_id": custom_id, "components": fields}
        return self._about(FORM, channel_id, message_id, data)

    def click(self, channel_id: int, message_id: int, custom_id: str, *values: str) -> Action:
        """A button, or a list of which ``values`` are chosen."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if values:
            data |= {"component_type": 3, "values": list(values)}
        return self._about(COMPONENT, channel_id, message_id, data)

    def _about(self, kind: int, channel_id: int, message_id: int, data: dict[str, Any]) -> Action:
        backend = self.discord.backend
        message = backend.get_message(channel_id, message_id)
        action = self._interaction(kind, channel_id, data)
        action.record.source_message_id = message_id
        shown = dict(serializers.message_payload(backend, message))
        return Action(self.discord, action.record, {**action.payload, "message": shown})

    def _resolved(self, named: Mapping[Any, int]) -> dict[str, dict[str, Any]]:
        """What Discord says of everybody and everything that options name, by their kinds."""
        backend = self.discord.backend
        found: dict[str, dict[str, Any]] = {}
        guild = backend.get_guild(self.server_id)
        for number, kind in named.items():
            key = str(number)
            if kind == USER:
                person, member = backend.get_user(number), guild.members[number]
                found.setdefault("users", {})[key] = dict(serializers.user_payload(person))
                found.setdefault("members", {})[key] = dict(
                    serializers.member_payload(backend, guild, member, with_user=False)
                )
            elif kind == ROLE:
                role = dict(serializers.role_payload(guild.roles[number]))
                found.setdefault("roles", {})[key] = role
            elif kind == CHANNEL:
                channel = dict(serializers.channel_payload(backend, backend.get_channel(number)))
                allowed = backend.compute_permissions(self.server_id, self.id, number)
                found.setdefault("channels", {})[key] = {**channel, "permissions": str(allowed)}
        return found

    def _interaction(self, kind: int, channel_id: int, data: dict[str, Any]) -> Action:
        record, payload = interactions.base_payload(
            self.discord.backend,
            type=kind,
            channel_id=channel_id,
            guild_id=self.server_id,
            user_id=self.id,
            data=data,
        )
        return Action(self.discord, record, payload)
