"""What was pressed, chosen or sent, as one value; and what answers it."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.chat.common.custom_id import CustomId, number
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.client import Interaction
from bot.services.actor import Actor

Id = TypeVar("Id", bound=CustomId)
ClickedId = TypeVar("ClickedId", bound=CustomId, covariant=True)


NO_CHOICE = -1
"""Stands for no number, where one could be chosen."""


@dataclass(frozen=True, slots=True)
class Click(Generic[ClickedId]):
    """Somebody pressed a button, chose from a list or sent a form.

    ``values`` are what was chosen, or what was written into the form's fields; a button has none.
    """

    interaction: Interaction
    actor: Actor
    id: ClickedId
    values: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        """The first of ``values``, empty if there is none."""
        return next(iter(self.values), "")

    def number_or(self, otherwise: int) -> int:
        """The number that was chosen; ``otherwise`` if no number was."""
        try:
            return number(self.value)
        except ValueError:
            return otherwise


@dataclass(frozen=True, slots=True)
class Handler:
    """What answers clicks of one kind. Buttons and lists are never taken for forms."""

    kind: type[CustomId]
    answer: Callable[[Click[Any]], Awaitable[None]]
    is_form: bool = False


def handles(kind: type[Id], answer: Callable[[Click[Id]], Awaitable[None]]) -> Handler:
    """``answer`` for every button and list of this kind."""
    return Handler(kind, answer)


def takes(kind: type[Id], answer: Callable[[Click[Id]], Awaitable[None]]) -> Handler:
    """``answer`` for every form of this kind."""
    return Handler(kind, answer, is_form=True)


def click_of(interaction: Interaction, custom_id: Id) -> Click[Id]:
    """The click on what ``custom_id`` names."""
    data: Any = interaction.data or {}
    values = tuple(str(value) for value in data.get("values", ()))
    written = tuple(_written(data.get("components", ())))
    return Click(interaction, actor_of(interaction), custom_id, values or written)


def _written(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What was written into a form's fields, in their order."""
    for row in rows:
        inner = [row["component"]] if "component" in row else row.get("components", ())
        for field in inner:
            if isinstance(field.get("value"), str):
                yield field["value"]
