"""How somebody wants to be reminded, as a private panel that a phone shows whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum
from typing import ClassVar

from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Accent, Button, Menu, Page, Row, options
from bot.chat.common.settings_tabs import SettingsTab, other_tabs, tab
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.answering import show
from bot.chat.interaction.client import Interaction, services
from bot.chat.reminders import text as words
from bot.services.matches import MatchSummary
from bot.services.people import ReminderSettings
from bot.services.reminders import FoundZone, guess_zones
from data.states import ReminderWay


class ReminderSetting(StrEnum):
    """What somebody can choose about being reminded.

    ``zones`` shows the likely zones, ``city`` leads to the form for another.
    """

    WAY = "way"
    DIGEST = "digest"
    QUIET = "quiet"
    ZONE = "zone"
    ZONES = "zones"
    CITY = "city"


@dataclass(frozen=True, slots=True)
class ReminderSettingId(CustomId):
    """A list or button for one of these settings."""

    PREFIX: ClassVar[str] = "rs"
    setting: ReminderSetting


HOURS = tuple(time(hour) for hour in range(24))


async def show_reminders(interaction: Interaction, remark: str | None = None) -> None:
    """Show the panel; acknowledged before."""
    reminders = services(interaction).reminders
    chosen = await reminders.of_player(player_id(interaction))
    unheard = await reminders.unheard(player_id(interaction))
    await show(interaction, panel(chosen, interaction.client.now(), remark, unheard))


def panel(
    chosen: ReminderSettings,
    now: datetime,
    remark: str | None = None,
    unheard: Sequence[MatchSummary] = (),
) -> Page:
    """The settings, each with what can be chosen, below a remark on what was just asked for.

    ``unheard`` are matches in which a whole turn can pass in quiet hours.
    """
    digest = chosen.reminder_way is ReminderWay.DIGEST
    ways = options(words.WAYS, chosen.reminder_way)
    return Page(
        remark,
        words.HEADING,
        Menu(ReminderSettingId(ReminderSetting.WAY), ways),
        words.DIGEST_AT if digest else None,
        _digest_hours(chosen) if digest else None,
        words.hours(chosen, now, unheard),
        Row(
            _button(words.QUIET_BUTTON, ReminderSetting.QUIET),
            _button(words.ZONE_BUTTON, ReminderSetting.ZONES),
        ),
        Row(*other_tabs(SettingsTab.REMINDERS)),
        accent=Accent.BLURPLE,
    )


def zones(locale: str, now: datetime) -> Page:
    """Where people may live who use Discord in this language; two taps, and it is chosen."""
    guesses = [FoundZone(name, words.city_of(name)) for name in guess_zones(locale)]
    labels = {guess.name: words.found_zone(guess, now) for guess in guesses}
    menu = Menu(ReminderSettingId(ReminderSetting.ZONE), options(labels), words.CHOOSE_ZONE)
    return Page(
        words.ZONES if guesses else words.NO_GUESS,
        menu if guesses else None,
        Row(_button(words.CITY_BUTTON, ReminderSetting.CITY), tab(SettingsTab.REMINDERS)),
        accent=Accent.BLURPLE,
    )


def _digest_hours(chosen: ReminderSettings) -> Menu:
    """Every hour, and the one that was typed if it is none of them."""
    hours = [words.digest_hour(at) for at in sorted({*HOURS, chosen.digest_at})]
    shown = options(dict(zip(hours, hours, strict=True)), words.digest_hour(chosen.digest_at))
    return Menu(ReminderSettingId(ReminderSetting.DIGEST), shown)


def _button(label: str, setting: ReminderSetting) -> Button:
    return Button(label, ReminderSettingId(setting))
