"""How a setting is declared: its field, the line above it, and the control that chooses it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from bot.screen.ids import CustomId, number
from bot.screen.page import Button, ChannelMenu, Menu, Part, RoleMenu, Row, options
from languages import on_trial, own_names
from rules.texts import Text, Words

Settings = TypeVar("Settings")
"""A frozen dataclass with a field for each setting."""
NONE_CHOSEN = "none"
"""Stands for no language; no language has this code."""


def language_remark(code: str | None) -> Text | None:
    """A remark about a language that is not fully translated; None for others."""
    found = on_trial().get(code or NONE_CHOSEN)
    if found is None:
        return None
    if found.is_draft:
        return Text("-# This language is a draft: no native player has read it yet.")
    return Text("-# This language is on trial: some of it is English still.")


class Control(Protocol):
    def read(self, now: Any, values: Sequence[str]) -> Any:
        """The chosen value, from the current one ``now``; ValueError for what was not offered."""

    def component(self, custom_id: CustomId, now: Any) -> Part:
        """The menu or button, which shows the current value ``now``."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A button that toggles a value; ``labels``, by the current value, say what pressing does."""

    labels: Mapping[bool, Words]

    def read(self, now: bool, _: Sequence[str]) -> bool:
        return not now

    def component(self, custom_id: CustomId, now: bool) -> Part:
        return Row(Button(self.labels[now], custom_id))


@dataclass(frozen=True, slots=True)
class OneOf:
    choices: Mapping[Any, Words]

    def read(self, _: Any, values: Sequence[str]) -> Any:
        (chosen,) = _among(self.choices, values)
        return chosen

    def component(self, custom_id: CustomId, now: Any) -> Part:
        return Menu(custom_id, options(self.choices, now))


@dataclass(frozen=True, slots=True)
class OneLanguage:
    """A menu of languages by their own names; ``otherwise`` is the label for none."""

    otherwise: Words

    def read(self, _: str | None, values: Sequence[str]) -> str | None:
        (chosen,) = _among([NONE_CHOSEN, *own_names()], values)
        return None if chosen == NONE_CHOSEN else chosen

    def component(self, custom_id: CustomId, now: str | None) -> Part:
        labels = {NONE_CHOSEN: self.otherwise, **own_names()}
        return Menu(custom_id, options(labels, now or NONE_CHOSEN))


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeOf:
    """A menu in which several can be chosen; the value None stands for any.

    ``nothing`` is shown if nothing is chosen, which means any. Without it at least one must be
    chosen, and choosing all means any.
    """

    choices: Mapping[str, Words]
    nothing: Words | None = None

    def read(self, _: tuple[str, ...] | None, values: Sequence[str]) -> tuple[str, ...] | None:
        chosen = _among(self.choices, values)
        everything = len(self.choices) if self.nothing is None else 0
        return None if len(chosen) == everything else chosen

    def component(self, custom_id: CustomId, now: tuple[str, ...] | None) -> Part:
        marked = (self.choices if self.nothing is None else ()) if now is None else now
        shown, least = options(self.choices, *marked), 1 if self.nothing is None else 0
        return Menu(custom_id, shown, self.nothing, least, most=len(shown))


@dataclass(frozen=True, slots=True)
class OneHere:
    """A menu of the server's channels or roles; ``otherwise`` is shown if none is chosen."""

    menu: type[ChannelMenu] | type[RoleMenu]
    otherwise: Words

    def read(self, _: int | None, values: Sequence[str]) -> int | None:
        chosen = number(values[0]) if values else None
        if chosen == 0:
            raise ValueError("0 is nothing that Discord has")
        return chosen

    def component(self, custom_id: CustomId, now: int | None) -> Part:
        return self.menu(custom_id, self.otherwise, now)


@dataclass(frozen=True, slots=True)
class Setting(Generic[Settings]):
    """One field of ``Settings``; ``says`` is the line above its control, for a switch by value."""

    field: str
    says: Words | Mapping[bool, Words]
    control: Control

    def changed(self, now: Settings, values: Sequence[str]) -> Settings:
        """``now`` with the chosen value; raises ValueError for what was not offered."""
        chosen = self.control.read(getattr(now, self.field), values)
        return replace(now, **{self.field: chosen})  # type: ignore[type-var]

    def items(self, custom_id: CustomId, now: Settings) -> tuple[Words, Part]:
        """The line of the setting, and its control."""
        value = getattr(now, self.field)
        line = self.says[value] if isinstance(self.says, Mapping) else self.says
        return line, self.control.component(custom_id, value)


def _among(choices: Iterable[Any], values: Sequence[str]) -> tuple[Any, ...]:
    """Those of ``choices`` whose text is in ``values``, in their own order."""
    offered = {str(choice): choice for choice in choices}
    if not offered.keys() >= set(values):
        raise ValueError(f"{values} are not all offered")
    return tuple(choice for written, choice in offered.items() if written in values)
