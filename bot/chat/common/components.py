"""Discord's components, made from pages and forms. What Discord limits is limited here.

A text that is too long is cut and ends in an ellipsis, and a menu ends where Discord's would. What
only a mistake can bring about is refused with a ValueError: too many buttons, an empty menu.
"""

from collections.abc import Iterable, Iterator, Sequence

import discord
from discord import ui

from bot.chat.common.page import (
    AnyButton,
    AnyMenu,
    ChannelMenu,
    Field,
    File,
    Form,
    Link,
    Menu,
    Option,
    Page,
    Part,
    Picture,
    RoleMenu,
    Row,
    Section,
)

View = ui.LayoutView
Item = ui.Item[View]

TEXTS, ALT = 4000, 1024
"""So many characters have all paragraphs together, and so many a picture's description."""
BUTTON_LABEL, PLACEHOLDER = 80, 150
OPTIONS, OPTION_LABEL = 25, 100
FORM_TITLE, FIELD_LABEL, EXAMPLE = 45, 45, 100
ROOM = 40
"""So many components may a message have, the nested ones counted."""


def layout(page: Page) -> View:
    """The page as a message. Nothing of it is kept in memory: what handles its ids answers."""
    view = View(timeout=None)
    view.add_item(ui.Container(*_items(page.parts), accent_colour=page.accent))
    view.stop()  # else discord.py remembers each message that was ever sent
    return view


def modal(form: Form) -> ui.Modal:
    """The form. What handles its id takes what is sent, so nothing need be remembered."""
    made = ui.Modal(title=cut(form.title, FORM_TITLE), custom_id=str(form.id), timeout=None)
    for field in form.fields:
        made.add_item(_field(field))
    made.stop()
    return made


def cut(text: str, longest: int) -> str:
    """The text, or its beginning if it is too long; never nothing, which Discord does not take."""
    if len(text) > longest:
        return text[: longest - 1] + "…"
    return text if text.strip() else "…"


def room_beside(parts: Iterable[Part]) -> int:
    """How many components a message has room for besides these parts."""
    frame = 1
    return ROOM - frame - sum(map(_count, parts))


def _count(part: Part) -> int:
    match part:
        case Row(buttons):
            return 1 + len(buttons)
        case Menu() | ChannelMenu() | RoleMenu():
            return 2
        case Section():
            return 3
    return 1


def _items(parts: Sequence[Part]) -> Iterator[Item]:
    room = TEXTS - sum(isinstance(each, str | Section) for each in parts)
    for part in parts:
        match part:
            case str():
                text = cut(part, 1 + room)
                yield ui.TextDisplay(text)
            case Section(words, beside):
                text = cut(words, 1 + room)
                yield ui.Section(text, accessory=_button(beside))
            case _:
                yield _item(part)
                continue
        room -= len(text) - 1


def _item(part: Picture | File | Row | AnyMenu) -> Item:
    match part:
        case Picture(alt, name):
            item = discord.MediaGalleryItem(f"attachment://{name}", description=cut(alt, ALT))
            return ui.MediaGallery(item)
        case File(name):
            return ui.File(f"attachment://{name}")
        case Row(buttons):
            return ui.ActionRow(*map(_button, buttons))
    return ui.ActionRow(_menu(part))


def _button(part: AnyButton) -> ui.Button[View]:
    label = cut(part.label, BUTTON_LABEL)
    if isinstance(part, Link):
        return ui.Button(label=label, url=part.url)
    style = discord.ButtonStyle(part.style)
    return ui.Button(label=label, custom_id=str(part.id), style=style, disabled=part.disabled)


def _menu(part: AnyMenu) -> Item:
    hint = part.placeholder and cut(part.placeholder, PLACEHOLDER)
    if not isinstance(part, Menu):
        chosen = [] if part.chosen is None else [discord.Object(part.chosen)]
    match part:
        case Menu(options=()):
            raise ValueError("a menu without an option")
        case Menu(options=options):
            shown = list(map(_option, options[:OPTIONS]))
            return ui.Select(
                custom_id=str(part.id),
                placeholder=hint,
                min_values=part.least,
                max_values=min(part.most, len(shown)),
                options=shown,
            )
        case RoleMenu():
            return ui.RoleSelect(
                custom_id=str(part.id), placeholder=hint, min_values=0, default_values=chosen
            )
    return ui.ChannelSelect(
        custom_id=str(part.id),
        placeholder=hint,
        channel_types=[discord.ChannelType.text],
        min_values=0,
        default_values=chosen,
    )


def _option(option: Option) -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(option.label, OPTION_LABEL),
        value=option.value,
        description=cut(option.description, OPTION_LABEL) if option.description else None,
        default=option.chosen,
        emoji=option.emoji,
    )


def _field(field: Field) -> ui.Label[ui.Modal]:
    typed: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=field.name,
        placeholder=cut(field.example, EXAMPLE) if field.example else None,
        default=field.begun[: field.most] or None,
        min_length=field.least or None,
        max_length=field.most,
    )
    return ui.Label(text=cut(field.label, FIELD_LABEL), component=typed)
