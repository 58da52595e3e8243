"""Somebody who plays on a local Discord: commands and clicks, as the websocket tells them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simcord import interactions
from simcord.backend import serializers

from tests.kit.loopback import Loopback

COMMAND, COMPONENT = 2, 3


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
    """Somebody who plays."""

    discord: Loopback
    server_id: int
    id: int

    @classmethod
    def joining(cls, discord: Loopback, server_id: int, name: str) -> Friend:
        """Somebody new in the server."""
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
        """A command that was not sent yet."""
        command = self.discord.backend.find_command(name, self.server_id)
        assert command is not None, f"the bot has no command {name}"
        kinds = {option["name"]: option["type"] for option in command["options"]}
        given = [{"name": key, "type": kinds[key], "value": options[key]} for key in options]
        data = {"id": command["id"], "name": name, "type": 1, "options": given}
        return self._interaction(COMMAND, channel_id, data)

    def click(self, channel_id: int, message_id: int, custom_id: str) -> Action:
        """A click that was not sent yet."""
        backend = self.discord.backend
        message = backend.get_message(channel_id, message_id)
        data = {"custom_id": custom_id, "component_type": 2}
        action = self._interaction(COMPONENT, channel_id, data)
        action.record.source_message_id = message_id
        shown = dict(serializers.message_payload(backend, message))
        return Action(self.discord, action.record, {**action.payload, "message": shown})

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
