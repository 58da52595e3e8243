"""Somebody who sends ids that no button of theirs stands for: of every kind, in every way."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from itertools import product
from typing import Any, get_type_hints

from simcord.results import InteractionResult

from bot.app.features import HANDLERS
from bot.screen.ids import CustomId
from tests.kit.shown import BUTTON, LIST
from tests.kit.world import COMPONENT, FORM, World, newest, send

ROW, FIELD = 1, 4
NAMES = ("reason", "result")
"""What the fields of a form are called."""


@dataclass(frozen=True)
class Forged:
    """What is sent: the id, and what was chosen or written."""

    id: CustomId
    is_form: bool
    values: tuple[str, ...] = ()


def every_id(
    naming: Collection[Any],
    numbers: Mapping[Any, Sequence[Any]],
    values: Mapping[type[CustomId], Sequence[str]],
) -> Iterator[Forged]:
    """Every kind of id that has a number of one of the types ``naming``, with all its actions.

    What its parts can be are ``numbers``, by their types or names. A kind for which there are
    ``values``, which may name something too, is sent once with each of them.
    """
    for handler in HANDLERS:
        hints = get_type_hints(handler.kind, include_extras=True)
        names = [each.name for each in fields(handler.kind)]
        if handler.kind not in values and not {hints[name] for name in names} & set(naming):
            continue
        choices = [_choices(name, hints[name], numbers) for name in names]
        for parts in product(*choices):
            for value in values.get(handler.kind, ("because",) if handler.is_form else ("",)):
                made = handler.kind(*parts)
                yield Forged(made, handler.is_form, (value,) if value else ())


def _choices(name: str, hint: Any, numbers: Mapping[Any, Sequence[Any]]) -> Sequence[Any]:
    if name in numbers:
        return numbers[name]
    if hint not in numbers and isinstance(hint, type) and issubclass(hint, StrEnum):
        return tuple(hint)
    return numbers[hint]


async def send_all(
    world: World, who: Any, channel: Any, forged: Sequence[Forged]
) -> list[InteractionResult]:
    """Send all as if they stood on the newest of the bot's messages there; what came of each."""
    there = newest(world, channel)
    records = [
        send(world, who, there, FORM if each.is_form else COMPONENT, _data(each)) for each in forged
    ]
    await world.settle()
    return [InteractionResult(world.env, record) for record in records]


def _data(forged: Forged) -> dict[str, Any]:
    data: dict[str, Any] = {"custom_id": str(forged.id)}
    if forged.is_form:
        written = [
            {"type": FIELD, "custom_id": NAMES[number], "value": value}
            for number, value in enumerate(forged.values)
        ]
        return {**data, "components": [{"type": ROW, "components": written}]}
    if forged.values:
        return {**data, "component_type": LIST, "values": list(forged.values)}
    return {**data, "component_type": BUTTON}
