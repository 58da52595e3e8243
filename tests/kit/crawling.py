"""Finding every button and list that the bot shows, by using and pressing all there is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simcord import interactions

from tests.kit.limits import components
from tests.kit.world import World, newest, press

EPHEMERAL = 64
DANGER = 4
"""The style of buttons that end something."""
LAST_OF_ALL = {"z:delete"}
"""Whoever presses these is gone, so that nothing further is found."""
MOST_SORTS = 300
REQUIRED, TEXT, NUMBER, PERSON, CHANNEL = "required", 3, 4, 6, 7


@dataclass(frozen=True)
class Control:
    """A button or list: what it says, and what pressing it would send."""

    custom_id: str
    kind: int
    values: tuple[str, ...]
    private: bool
    dangerous: bool

    @property
    def sort(self) -> str:
        """The same for all controls that differ in numbers alone, or in what was chosen before."""
        told = self.custom_id.replace(":00000000:", ":nothing:")
        told = re.sub(r"^(cr:(?:[^:]+:){3}).*", r"\1#", told)  # what a panel has packed
        return re.sub(r"\b[0-9a-f]{8}\b|[0-9]+", "#", told)


def controls(world: World) -> Iterator[Control]:
    """Everything that can be pressed in any message now, the newest message first."""
    stored = [each for there in world.env.backend.messages.values() for each in there.values()]
    for message in sorted(stored, key=lambda each: -each.id):
        for each in components(message.components):
            if each.get("custom_id") and not each.get("disabled"):
                values = tuple(option["value"] for option in each.get("options", ()))[:1]
                private = bool(message.flags & EPHEMERAL)
                dangerous = each.get("style") == DANGER
                yield Control(each["custom_id"], each["type"], values, private, dangerous)


async def press_control(world: World, who: Any, channel: Any, control: Control) -> Any:
    """Press it as if it stood on the newest of the bot's messages there; what came of it."""
    there = newest(world, channel)
    return await press(world, who, there, control.custom_id, *control.values, kind=control.kind)


def arguments(world: World, command: dict[str, Any]) -> dict[str, Any]:
    """Something sensible for each option that a command needs."""
    fitting = {TEXT: "apart", NUMBER: 1, PERSON: world.chloe, CHANNEL: world.channel}
    return {
        option["name"]: (option.get("choices") or [{"value": fitting[option["type"]]}])[0]["value"]
        for option in command.get("options") or ()
        if option.get(REQUIRED)
    }


def commands(world: World, who: Any, channel: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every slash command that somebody sees, as it is typed, with what its options need."""
    for root in world.env.backend.visible_commands(user_id=who.id, channel_id=channel.id):
        for path, leaf in interactions.command_leaves(root):
            yield " ".join(path), arguments(world, leaf)


class Crawler:
    """Somebody who tries everything in a match's thread, and keeps one control of each sort.

    ``only``: controls that begin so, and none of those that begin as ``never``. ``forms`` are what
    opened.
    """

    def __init__(
        self, world: World, who: Any, thread: Any, only: str = "", never: tuple[str, ...] = ()
    ) -> None:
        self.found: dict[str, Control] = {}
        self.forms: list[dict[str, Any]] = []
        self._only, self._never = only, never
        self._waiting: list[Control] = []
        self._world = world
        self._who = who
        self._thread = thread
        self._note()

    async def use_commands(self) -> None:
        for name, options in list(commands(self._world, self._who, self._thread)):
            await self._who.slash(self._thread, name, **options)
            self._note()

    async def press_all(self) -> None:
        """Press one control of each sort and all that follow; what ends something at last."""
        self._note()
        while self._waiting:
            assert len(self.found) < MOST_SORTS
            self._waiting.sort(key=lambda each: each.dangerous)
            control = self._waiting.pop(0)
            pressed = await press_control(self._world, self._who, self._thread, control)
            if pressed.modal is not None:
                self.forms.append(pressed.modal)
            self._note()

    def _note(self) -> None:
        for control in controls(self._world):
            told = control.custom_id
            if not told.startswith(self._only) or told.startswith(self._never):
                continue
            if control.sort not in self.found:
                self.found[control.sort] = control
                if control.custom_id not in LAST_OF_ALL:
                    self._waiting.append(control)
