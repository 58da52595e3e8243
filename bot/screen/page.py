"""Messages and forms as values; ``components`` turns them into Discord's components."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, TypeAlias

from bot.screen.ids import CustomId
from rules.texts import NOTHING, Words

PICTURE = "board.png"
IN_ROW = 5
"""Discord's limit of buttons in a row."""


class Style(IntEnum):
    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4


class Accent(IntEnum):
    TEAL = 0x1ABC9C
    GREEN = 0x2ECC71
    PURPLE = 0x9B59B6
    GOLD = 0xF1C40F
    AMBER = 0xF59E0B
    ORANGE = 0xE67E22
    GREY = 0x607D8B
    BLURPLE = 0x5865F2


@dataclass(frozen=True, slots=True)
class Button:
    """A button with its ``custom_id``."""

    label: Words
    id: CustomId
    style: Style = Style.SECONDARY
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    label: Words
    url: str


AnyButton: TypeAlias = Button | Link


@dataclass(frozen=True, slots=True, init=False)
class Row:
    """Buttons beside each other; None is left out."""

    buttons: tuple[AnyButton, ...]

    def __init__(self, *buttons: AnyButton | None) -> None:
        shown = tuple(each for each in buttons if each is not None)
        object.__setattr__(self, "buttons", shown)


def rows(*buttons: AnyButton | None) -> Iterator[Row]:
    """Any number of buttons, five in a row; None is left out."""
    shown = [each for each in buttons if each is not None]
    yield from (Row(*shown[first : first + IN_ROW]) for first in range(0, len(shown), IN_ROW))


@dataclass(frozen=True, slots=True)
class Section:
    text: Words
    button: Button


@dataclass(frozen=True, slots=True)
class Picture:
    """An attached picture, with its alternative text ``alt``."""

    alt: Words
    name: str = PICTURE


@dataclass(frozen=True, slots=True)
class File:
    """An attached file to download."""

    name: str


@dataclass(frozen=True, slots=True)
class Option:
    label: Words
    value: str
    description: Words = ""
    chosen: bool = False
    emoji: str | None = None


Label: TypeAlias = Words | tuple[Words, Words]
"""The label of an option, or label and description; phones show that in the open list only."""


def options(labels: Mapping[Any, Label], *chosen: object) -> tuple[Option, ...]:
    """Options by their values; those in ``chosen`` are selected."""
    return tuple(
        Option(label, str(value), description, value in chosen)
        for value, each in labels.items()
        for label, description in [each if isinstance(each, tuple) else (each, "")]
    )


@dataclass(frozen=True, slots=True)
class Menu:
    """A list, of which ``least`` to ``most`` options can be chosen."""

    id: CustomId
    options: tuple[Option, ...]
    placeholder: Words | None = None
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A list of the server's text channels, to choose one or none."""

    id: CustomId
    placeholder: Words
    chosen: int | None


@dataclass(frozen=True, slots=True)
class RoleMenu:
    """A list of the server's roles, to choose one or none."""

    id: CustomId
    placeholder: Words
    chosen: int | None


@dataclass(frozen=True, slots=True)
class PersonMenu:
    """A list of the server's people, to choose one up to ``most``."""

    id: CustomId
    placeholder: Words
    most: int = 1


AnyMenu: TypeAlias = Menu | ChannelMenu | RoleMenu | PersonMenu
Part: TypeAlias = Words | Picture | File | Row | Section | AnyMenu
"""A text is a paragraph."""


@dataclass(frozen=True, slots=True, init=False)
class Page:
    """A message: parts in a frame, pictures outside it. None and empty parts are left out."""

    parts: tuple[Part, ...]
    accent: Accent | None

    def __init__(self, *parts: Part | None, accent: Accent | None = None) -> None:
        shown = tuple(each for each in parts if each not in (None, "", NOTHING, Row()))
        object.__setattr__(self, "parts", shown)
        object.__setattr__(self, "accent", accent)

    def in_words(self) -> "Page":
        """The page with pictures replaced by their alternative text."""
        parts = (part.alt if isinstance(part, Picture) else part for part in self.parts)
        return Page(*parts, accent=self.accent)


@dataclass(frozen=True, slots=True)
class TextField:
    """A text field of a form, with its limits in characters."""

    name: str
    label: Words
    most: int
    least: int = 0
    example: Words = ""
    begun: str = ""
    optional: bool = False


class Listed(Enum):
    """What a list in a form offers of the server."""

    PEOPLE = "people"
    CHANNELS = "channels"
    ROLES = "roles"


@dataclass(frozen=True, slots=True)
class Pick:
    """A list in a form: of the server's people, channels or roles, or of options."""

    name: str
    label: Words
    of: Listed | tuple[Option, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A form with its ``custom_id``; ``remark`` is shown above the fields."""

    title: Words
    id: CustomId
    fields: tuple[TextField | Pick, ...]
    remark: Words = ""
