"""Somebody's settings as private panels, one with a board as that person will see it."""

from dataclasses import dataclass
from typing import ClassVar

from bot.chat.common.custom_id import CustomId, FieldName
from bot.chat.common.page import Accent, Page, Picture, Row
from bot.chat.common.settings_tabs import SettingsTab, other_tabs
from bot.chat.common.text import NOT_KEPT
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import Interaction, services
from bot.chat.settings.setting import OneOf, Setting
from bot.services.people import PlayerSettings
from data.states import Orientation
from renderer import PictureRequest
from rules import GAMES
from rules.game import Event


@dataclass(frozen=True, slots=True)
class PlayerSettingId(CustomId):
    """What one of somebody's settings is chosen with."""

    PREFIX: ClassVar[str] = "u"
    field: FieldName


MOVES_IN_SAMPLE = 6
SAMPLE = "A board as you will see it."
SECOND_SEAT = 1
_NO_EVENTS: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """Settings that are seen together, few enough for a phone to show them without scrolling."""

    tab: SettingsTab
    heading: str
    settings: tuple[Setting[PlayerSettings], ...]
    has_sample: bool = False


BOARDS = Panel(
    SettingsTab.BOARDS,
    "### Your settings\nThey hold for you alone, in every server. This is how you will see boards:",
    (
        Setting(
            "confirm_moves",
            "**Before a move is played**",
            OneOf({True: "Show me the result and ask", False: "Play at once, without asking"}),
        ),
        Setting(
            "orientation",
            "**Boards are drawn**",
            OneOf(
                {
                    Orientation.FIRST: "As in the match's thread",
                    Orientation.OWN: "With my side at the bottom",
                }
            ),
        ),
        Setting(
            "theme",
            "**Colours**",
            OneOf(
                {
                    "slate": "Slate: dark and calm",
                    "wood": "Wood: warm, light and dark",
                    "tide": "Tide: light, strong contrasts",
                }
            ),
        ),
    ),
    has_sample=True,
)
NAMES = Panel(
    SettingsTab.NAMES,
    "### Your name\nWho can see your name in lists, and your profile.",
    (
        Setting(
            "hidden_elsewhere",
            "**In servers that I am not in**",
            OneOf({False: "I can be seen", True: "My name is hidden"}),
        ),
        Setting(
            "named_after_leaving",
            "**In servers that I have left**",
            OneOf({False: "Lists leave my name out", True: "Lists go on naming me"}),
        ),
    ),
)
BY_FIELD = {
    setting.field: (setting, panel) for panel in (BOARDS, NAMES) for setting in panel.settings
}


async def on_setting(click: Click[PlayerSettingId]) -> None:
    """Keep what somebody chose."""
    await defer_update(click.interaction)
    try:
        setting, panel = BY_FIELD[click.id.field]
        setting.changed(PlayerSettings(), click.values)
    except (KeyError, ValueError):
        await say(click.interaction, NOT_KEPT)
        return
    settings = services(click.interaction).settings
    await settings.change_player(click.actor, lambda now: setting.changed(now, click.values))
    await show_settings(click.interaction, panel)


async def show_settings(interaction: Interaction, panel: Panel = BOARDS) -> None:
    """Show a panel; acknowledged before."""
    chosen = await services(interaction).settings.of_player(actor_of(interaction).id)
    if panel.has_sample:
        picture = await services(interaction).pictures.still(_sample(chosen))
        await show(interaction, page(panel, chosen), picture)
    else:
        await show(interaction, page(panel, chosen))


def page(panel: Panel, chosen: PlayerSettings) -> Page:
    """The panel's settings, each with what can be chosen."""
    return Page(
        panel.heading,
        Picture(SAMPLE) if panel.has_sample else None,
        *(
            item
            for setting in panel.settings
            for item in setting.items(PlayerSettingId(setting.field), chosen)
        ),
        Row(*other_tabs(panel.tab)),
        accent=Accent.BLURPLE,
    )


def _sample(chosen: PlayerSettings) -> PictureRequest:
    position, events = next(iter(GAMES.values())).start(), _NO_EVENTS
    for _ in range(MOVES_IN_SAMPLE):
        move = next(iter(position.moves()))
        position, events = position.play(move), position.events(move)
    own = chosen.orientation is Orientation.OWN
    return PictureRequest(
        position, events, viewer=SECOND_SEAT if own else None, theme=chosen.theme, size=600
    )
