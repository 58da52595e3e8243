"""Turning pages and forms into Discord's components, in a language and within Discord's limits.

A text that is too long is cut and ends in an ellipsis; surplus options of a menu are dropped. Too
many buttons or an empty menu are mistakes of the program and raise ValueError.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence

import discord
from discord import ui

from bot.screen import page as pages
from rules.texts import NOTHING, Text, Wording, Words, said

View = ui.LayoutView
Item = ui.Item[View]

TEXTS = 4000
"""Limit of all texts of a message together, in characters."""
ALT = 1024
"""Limit of a picture's description."""
BUTTON_LABEL, PLACEHOLDER = 80, 150
OPTIONS, OPTION_LABEL = 25, 100
THREAD_TITLE = 100
FORM_TITLE, FIELD_LABEL, EXAMPLE = 45, 45, 100
ROOM = 40
"""Limit of a message's components, including nested ones."""


def layout(page: pages.Page, wording: Wording) -> View:
    """The page as a view. discord.py keeps none in memory: handlers answer its ids."""
    view = View(timeout=None)
    # pictures are outside the frames, where phones show them wider
    parts = itertools.groupby(_items(page.parts, wording), lambda it: type(it) is ui.MediaGallery)
    for is_picture, group in parts:
        items = list(group)
        for each in items if is_picture else [ui.Container(*items, accent_colour=page.accent)]:
            view.add_item(each)
    view.stop()  # else discord.py keeps every view in memory
    return view


def texts_of(view: View) -> list[ui.TextDisplay[View]]:
    """All texts of a view; their ``content`` may be changed before it is sent."""
    return [each for each in view.walk_children() if isinstance(each, ui.TextDisplay)]


def modal(form: pages.Form, wording: Wording) -> ui.Modal:
    """The form as a modal; a handler of its id gets what is sent."""
    made = ui.Modal(
        title=cut(form.title, FORM_TITLE, wording), custom_id=str(form.id), timeout=None
    )
    if form.remark not in ("", NOTHING):
        made.add_item(ui.TextDisplay(said(form.remark, wording)))
    for field in form.fields:
        made.add_item(_field(field, wording))
    made.stop()
    return made


def cut(text: Words, longest: int, wording: Wording) -> str:
    """The text, cut if it is too long; never empty, which Discord refuses."""
    told = said(text, wording)
    if len(told) > longest:
        return told[: longest - 1] + "…"
    return told if told.strip() else "…"


def room_left(parts: Iterable[pages.Part]) -> int:
    """How many more components fit into a message with these parts."""
    found = list(parts)
    pictures = [isinstance(part, pages.Picture) for part in found]
    frames = sum(not is_picture for is_picture, _ in itertools.groupby(pictures))
    return ROOM - frames - sum(map(_count, found))


def _count(part: pages.Part) -> int:
    match part:
        case pages.Row(buttons):
            return 1 + len(buttons)
        case pages.Menu() | pages.ChannelMenu() | pages.RoleMenu() | pages.PersonMenu():
            return 2
        case pages.Section():
            return 3
    return 1


def _items(parts: Sequence[pages.Part], wording: Wording) -> Iterator[Item]:
    room = TEXTS - sum(isinstance(each, str | Text | pages.Section) for each in parts)
    for part in parts:
        match part:
            case str() | Text():
                text = cut(part, 1 + room, wording)
                yield ui.TextDisplay(text)
            case pages.Section(words, beside):
                text = cut(words, 1 + room, wording)
                yield ui.Section(text, accessory=_button(beside, wording))
            case _:
                yield _item(part, wording)
                continue
        room -= len(text) - 1


def _item(part: pages.Picture | pages.File | pages.Row | pages.AnyMenu, wording: Wording) -> Item:
    match part:
        case pages.Picture(alt, name):
            item = discord.MediaGalleryItem(
                f"attachment://{name}", description=cut(alt, ALT, wording)
            )
            return ui.MediaGallery(item)
        case pages.File(name):
            return ui.File(f"attachment://{name}")
        case pages.Row(buttons):
            return ui.ActionRow(*(_button(each, wording) for each in buttons))
    return ui.ActionRow(_menu(part, wording))


def _button(part: pages.AnyButton, wording: Wording) -> ui.Button[View]:
    label = cut(part.label, BUTTON_LABEL, wording)
    if isinstance(part, pages.Link):
        return ui.Button(label=label, url=part.url)
    style = discord.ButtonStyle(part.style)
    return ui.Button(label=label, custom_id=str(part.id), style=style, disabled=part.disabled)


def _menu(part: pages.AnyMenu, wording: Wording) -> Item:
    hint = cut(part.placeholder, PLACEHOLDER, wording) if part.placeholder else None
    chosen = []
    if isinstance(part, pages.ChannelMenu | pages.RoleMenu) and part.chosen is not None:
        chosen = [discord.Object(part.chosen)]
    match part:
        case pages.Menu(options=()):
            raise ValueError("a menu without an option")
        case pages.Menu(options=options):
            shown = [_option(each, wording) for each in options[:OPTIONS]]
            return ui.Select(
                custom_id=str(part.id),
                placeholder=hint,
                min_values=part.least,
                max_values=min(part.most, len(shown)),
                options=shown,
            )
        case pages.PersonMenu():
            return ui.UserSelect(custom_id=str(part.id), placeholder=hint, max_values=part.most)
        case pages.RoleMenu():
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


def _option(option: pages.Option, wording: Wording) -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(option.label, OPTION_LABEL, wording),
        value=option.value,
        description=cut(option.description, OPTION_LABEL, wording) if option.description else None,
        default=option.chosen,
        emoji=option.emoji,
    )


def _field(field: pages.TextField | pages.Pick, wording: Wording) -> ui.Label[ui.Modal]:
    label = cut(field.label, FIELD_LABEL, wording)
    if isinstance(field, pages.Pick):
        return ui.Label(text=label, component=_list(field, wording))
    typed: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=field.name,
        placeholder=cut(field.example, EXAMPLE, wording) if field.example else None,
        default=field.begun[: field.most] or None,
        min_length=field.least or None,
        max_length=field.most,
        required=not field.optional,
    )
    return ui.Label(text=label, component=typed)


def _list(field: pages.Pick, wording: Wording) -> ui.Item[ui.Modal]:
    needed = not field.optional
    match field.of:
        case pages.Listed.PEOPLE:
            return ui.UserSelect(custom_id=field.name, required=needed)
        case pages.Listed.ROLES:
            return ui.RoleSelect(custom_id=field.name, required=needed)
        case pages.Listed.CHANNELS:
            text = [discord.ChannelType.text]
            return ui.ChannelSelect(custom_id=field.name, channel_types=text, required=needed)
        case options:
            shown = [_option(each, wording) for each in options[:OPTIONS]]
            return ui.Select(custom_id=field.name, options=shown, required=needed)
