"""The page of a reminder, and the panel of reminder settings."""

from collections.abc import Sequence
from datetime import datetime, time
from enum import StrEnum

from bot.core.matches import MatchSummary
from bot.core.people import ReminderSettings
from bot.features.reminders import words
from bot.features.reminders.posts import ReminderCard
from bot.features.reminders.rules import EACH_TURN
from bot.features.reminders.service import ReminderService, Wishes
from bot.features.reminders.typed import (
    LONGEST_TYPED,
    MOST_LIKELY,
    FoundZone,
    UnreadableHours,
    UnreadableZone,
)
from bot.screen.buttons import SettingsTab, other_tabs, tab
from bot.screen.ids import CustomId
from bot.screen.interaction import Click, Handler, Interaction, Screen
from bot.screen.messenger.pages import Face, move_button
from bot.screen.page import Accent, Button, Form, Link, Menu, Page, Row, TextField, options
from bot.screen.words import NOT_KEPT, board_link
from data.ids import ReminderId
from data.states import ReminderKind, ReminderWay
from rules.texts import Words


class ReminderAction(StrEnum):
    SETTINGS = "settings"
    DIRECT = "direct"


class ReminderButton(CustomId, prefix="rm"):
    reminder_id: ReminderId
    action: ReminderAction


def face_of(card: ReminderCard) -> Face:
    """The page of a reminder, and whom it mentions."""
    mark = ReminderButton(card.id, ReminderAction.SETTINGS)
    link = board_link(card.match.match) if card.direct else None
    direct = Button(words.DIRECT, ReminderButton(card.id, ReminderAction.DIRECT))
    ways = Row(
        move_button(card.match),
        Link(words.GO, link) if link is not None else None,
        Button(words.SETTINGS, mark),
        direct if card.reminder.offers_direct and not card.direct else None,
    )
    page = Page(words.reminder(card), ways, accent=Accent.GOLD)
    return Face(page, card.called, str(mark))


class ReminderSetting(StrEnum):
    """A component of the panel.

    ``zones`` opens the page of likely zones. ``quiet``, ``city`` and ``time`` open forms.
    """

    WAY = "way"
    LAST = "last"
    DIGEST = "digest"
    QUIET = "quiet"
    ZONE = "zone"
    ZONES = "zones"
    CITY = "city"
    TIME = "time"


class ReminderSettingId(CustomId, prefix="rs"):
    setting: ReminderSetting


async def show_reminders(interaction: Interaction, remark: Words | None = None) -> None:
    reminders = interaction.services[ReminderService]
    chosen = await reminders.of_player(interaction.actor.id)
    muted = await reminders.muted(interaction.actor.id)
    await interaction.show(panel(chosen, interaction.client.now(), remark, muted))


def panel(
    chosen: ReminderSettings,
    now: datetime,
    remark: Words | None = None,
    muted: Sequence[MatchSummary] = (),
) -> Page:
    """The panel below a remark; in ``muted`` matches quiet hours can last a whole turn."""
    way = chosen.reminder_way
    digest, each_turn = way is ReminderWay.DIGEST, way in EACH_TURN
    return Page(
        remark,
        words.HEADING,
        Menu(ReminderSettingId(ReminderSetting.WAY), options(words.WAYS, way)),
        words.LAST_REMINDER if each_turn else None,
        _last_reminders(chosen) if each_turn else None,
        words.DIGEST_AT if digest else None,
        _digest_hours(chosen) if digest else None,
        words.hours(chosen, now, muted),
        Row(
            _button(words.QUIET_BUTTON, ReminderSetting.QUIET),
            _button(words.ZONE_BUTTON, ReminderSetting.ZONES),
            _button(words.TIME_BUTTON, ReminderSetting.TIME) if digest else None,
        ),
        Row(*other_tabs(SettingsTab.REMINDERS)),
        accent=Accent.BLURPLE,
    )


def zones(locale: str, now: datetime) -> Page:
    """The likely time zones of people who use Discord in this language."""
    guesses = [FoundZone(name, words.city_of(name)) for name in MOST_LIKELY.get(locale, ())]
    labels = {guess.name: words.found_zone(guess, now) for guess in guesses}
    menu = Menu(ReminderSettingId(ReminderSetting.ZONE), options(labels), words.CHOOSE_ZONE)
    return Page(
        words.ZONES if guesses else words.NO_GUESS,
        menu if guesses else None,
        Row(_button(words.CITY_BUTTON, ReminderSetting.CITY), tab(SettingsTab.REMINDERS)),
        accent=Accent.BLURPLE,
    )


def _last_reminders(chosen: ReminderSettings) -> Menu:
    """A menu of when the last reminder of a turn comes."""
    last = ReminderKind.ONE_HOUR if chosen.last_hour else ReminderKind.THREE_HOURS
    return Menu(ReminderSettingId(ReminderSetting.LAST), options(words.LAST_REMINDERS, last))


def _digest_hours(chosen: ReminderSettings) -> Menu:
    """A menu of whole hours, and the chosen time if it is none of them."""
    hours = sorted({chosen.digest_at, *(time(hour) for hour in range(24))})
    labels = {label: label for label in (each.isoformat("minutes") for each in hours)}
    shown = options(labels, chosen.digest_at.isoformat("minutes"))
    return Menu(ReminderSettingId(ReminderSetting.DIGEST), shown)


def _button(label: Words, setting: ReminderSetting) -> Button:
    return Button(label, ReminderSettingId(setting))


def _form(setting: ReminderSetting, title: Words, label: Words, example: Words) -> Form:
    field = TextField("typed", label, LONGEST_TYPED, example=example)
    return Form(title, ReminderSettingId(setting), (field,))


FORMS = {
    ReminderSetting.QUIET: _form(
        ReminderSetting.QUIET, words.QUIET_BUTTON, words.QUIET_FIELD, "22-7"
    ),
    ReminderSetting.CITY: _form(
        ReminderSetting.ZONE, words.ZONE_BUTTON, words.ZONE_FIELD, words.ZONE_EXAMPLE
    ),
    ReminderSetting.TIME: _form(
        ReminderSetting.DIGEST, words.TIME_BUTTON, words.TIME_FIELD, "18:30"
    ),
}
"""The form that each button opens. The form's own id names the setting that the text is for."""


async def on_reminder(click: Click[ReminderButton]) -> None:
    await click.defer_private()
    if click.id.action is ReminderAction.SETTINGS:
        await show_reminders(click)
        return
    await click.services[ReminderService].prefer_direct(click.actor, click.id.reminder_id)
    await click.say(words.NOW_DIRECT)


async def on_setting(click: Click[ReminderSettingId]) -> None:
    if click.id.setting in FORMS:
        await click.ask(FORMS[click.id.setting])
    elif click.id.setting is ReminderSetting.ZONES:
        await click.defer_update()
        locale, now = str(click.raw.locale), click.client.now()
        await click.show(zones(locale, now))
    else:
        await click.defer_update()
        await on_typed(click)


async def on_typed(click: Click[ReminderSettingId]) -> None:
    remark = None
    try:
        wishes = _wishes(click.id.setting, click.value)
        await click.services[ReminderService].choose(click.actor, wishes)
    except (UnreadableHours, UnreadableZone) as error:
        remark = click.refusal(error)
    except ValueError:
        remark = NOT_KEPT
    await show_reminders(click, remark)


def _wishes(setting: ReminderSetting, value: str) -> Wishes:
    """The wishes for a chosen or typed value; raises ValueError for an unknown choice."""
    match setting:
        case ReminderSetting.WAY:
            return Wishes(way=ReminderWay(value))
        case ReminderSetting.LAST:
            return Wishes(last_hour=ReminderKind(value) is ReminderKind.ONE_HOUR)
        case ReminderSetting.DIGEST:
            return Wishes(way=ReminderWay.DIGEST, digest_at=value)
        case ReminderSetting.QUIET:
            return Wishes(quiet=value)
        case _:
            return Wishes(zone=value)


SCREEN = Screen(
    handlers=(
        Handler(ReminderButton, on_reminder, defer=False),
        Handler(ReminderSettingId, on_setting, defer=False),
        Handler(ReminderSettingId, on_typed, is_form=True),
    ),
    faces={ReminderCard: face_of},
)
