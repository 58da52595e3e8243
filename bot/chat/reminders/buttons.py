"""What answers the buttons, lists and forms of reminders, and the forms themselves."""

from dataclasses import dataclass
from typing import ClassVar

from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Field, Form
from bot.chat.common.text import NOT_KEPT
from bot.chat.interaction.acknowledging import defer_private, defer_update
from bot.chat.interaction.answering import ask, say, show
from bot.chat.interaction.click import Click, handles, takes
from bot.chat.interaction.client import services
from bot.chat.interaction.refusals import refusal
from bot.chat.reminders import text as words
from bot.chat.reminders.card import ReminderAction, ReminderButton
from bot.chat.reminders.panel import ReminderSetting, ReminderSettingId, show_reminders, zones
from bot.services.reminders import UnreadableHours, UnreadableZone, Wishes
from data.states import ReminderWay


@dataclass(frozen=True, slots=True)
class ReminderFormId(CustomId):
    """The form in which one of these settings is typed."""

    PREFIX: ClassVar[str] = "f"
    setting: ReminderSetting


LONGEST = 60


QUIET_FORM = Form(
    words.QUIET_TITLE,
    ReminderFormId(ReminderSetting.QUIET),
    (Field("typed", words.QUIET_FIELD, LONGEST, example=words.QUIET_EXAMPLE),),
)
ZONE_FORM = Form(
    words.ZONE_TITLE,
    ReminderFormId(ReminderSetting.ZONE),
    (Field("typed", words.ZONE_FIELD, LONGEST, example=words.ZONE_EXAMPLE),),
)


async def on_reminder(click: Click[ReminderButton]) -> None:
    """Do what a button on a reminder says."""
    await defer_private(click.interaction)
    if click.id.action is ReminderAction.SETTINGS:
        await show_reminders(click.interaction)
        return
    await services(click.interaction).reminders.prefer_direct(click.actor, click.id.reminder_id)
    await say(click.interaction, words.NOW_DIRECT)


async def on_setting(click: Click[ReminderSettingId]) -> None:
    """Keep what was chosen from a list, or open what a button leads to."""
    if not click.values and click.id.setting is ReminderSetting.QUIET:
        await ask(click.interaction, QUIET_FORM)
    elif click.id.setting is ReminderSetting.CITY:
        await ask(click.interaction, ZONE_FORM)
    elif click.id.setting is ReminderSetting.ZONES:
        await defer_update(click.interaction)
        locale, now = str(click.interaction.locale), click.interaction.client.now()
        await show(click.interaction, zones(locale, now))
    else:
        await on_typed(click)


async def on_typed(click: Click[ReminderSettingId] | Click[ReminderFormId]) -> None:
    """Keep what was typed or chosen, or say what can be."""
    await defer_update(click.interaction)
    remark = None
    try:
        wishes = _wishes(click.id.setting, click.value)
        await services(click.interaction).reminders.choose(click.actor, wishes)
    except (UnreadableHours, UnreadableZone) as error:
        remark = refusal(click.interaction, error)
    except ValueError:
        remark = NOT_KEPT
    await show_reminders(click.interaction, remark)


def _wishes(setting: ReminderSetting, value: str) -> Wishes:
    """What choosing or typing ``value`` means; raises ValueError for what cannot be chosen."""
    match setting:
        case ReminderSetting.WAY:
            return Wishes(way=ReminderWay(value))
        case ReminderSetting.DIGEST:
            return Wishes(way=ReminderWay.DIGEST, digest_at=value)
        case ReminderSetting.QUIET:
            return Wishes(quiet=value)
        case ReminderSetting.ZONE | ReminderSetting.ZONES | ReminderSetting.CITY:
            return Wishes(zone=value)


HANDLERS = (
    handles(ReminderButton, on_reminder),
    handles(ReminderSettingId, on_setting),
    takes(ReminderFormId, on_typed),
)
