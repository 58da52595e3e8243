"""The settings of a person as private panels, one with a sample board."""

from dataclasses import dataclass

from bot.core.people import PlayerSettings
from bot.core.settings import SettingsService
from bot.features.settings.screen.setting import OneLanguage, OneOf, Setting, language_remark
from bot.screen.buttons import SettingsTab, other_tabs
from bot.screen.ids import CustomId, FieldName
from bot.screen.interaction import Click, Interaction
from bot.screen.page import Accent, Page, Picture, Row
from bot.screen.words import NOT_KEPT
from data.states import Orientation
from renderer import PictureRequest
from rules import GAMES
from rules.game import Event
from rules.texts import Text


class PlayerSettingId(CustomId, prefix="u"):
    field: FieldName


MOVES_IN_SAMPLE = 6
SAMPLE = Text("A board as you will see it.")
SECOND_SEAT = 1
_NO_EVENTS: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """Settings shown together, few enough for a phone to show without scrolling."""

    tab: SettingsTab
    heading: Text
    settings: tuple[Setting[PlayerSettings], ...]
    has_sample: bool = False


BOARDS = Panel(
    SettingsTab.BOARDS,
    Text(
        "### Your settings\n"
        "They are only for you, and count in every server. This is how you will see boards:"
    ),
    (
        Setting(
            "confirm_moves",
            Text("**Before a move is played**"),
            OneOf(
                {
                    True: Text("Show me the result and ask"),
                    False: Text("Play at once, without asking"),
                }
            ),
        ),
        Setting(
            "orientation",
            Text("**Boards are drawn**"),
            OneOf(
                {
                    Orientation.FIRST: Text("As in the match's thread"),
                    Orientation.OWN: Text("With my side at the bottom"),
                }
            ),
        ),
        Setting(
            "theme",
            Text("**Colours**"),
            OneOf(
                {
                    "slate": Text("Slate: dark and calm"),
                    "wood": Text("Wood: warm, light and dark"),
                    "tide": Text("Tide: light, strong contrasts"),
                }
            ),
        ),
        Setting(
            "text_mode",
            Text("**Boards and choices**"),
            OneOf(
                {
                    False: Text("Pictures, and numbers on buttons"),
                    True: Text("Text: for screen readers and slow lines"),
                }
            ),
        ),
    ),
    has_sample=True,
)
NAMES = Panel(
    SettingsTab.NAMES,
    Text("### Your name\nWho can see your name in lists, and your profile."),
    (
        Setting(
            "hidden_elsewhere",
            Text("**In servers you are not in**"),
            OneOf({False: Text("Show my name"), True: Text("Hide my name")}),
        ),
        Setting(
            "named_after_leaving",
            Text("**In servers you have left**"),
            OneOf({False: Text("Hide my name in lists"), True: Text("Show my name in lists")}),
        ),
    ),
)
LANGUAGE = Panel(
    SettingsTab.LANGUAGE,
    Text(
        "### Your language\nI answer you in it everywhere, and write to you in it.\n"
        "-# What Discord shows while you type a command follows Discord's own settings."
    ),
    (
        Setting(
            "language",
            Text("**Language**"),
            OneLanguage(Text("The language of my Discord")),
        ),
    ),
)
PANELS = (BOARDS, NAMES, LANGUAGE)
BY_FIELD = {setting.field: (setting, panel) for panel in PANELS for setting in panel.settings}


async def on_setting(click: Click[PlayerSettingId]) -> None:
    try:
        setting, panel = BY_FIELD[click.id.field]
        setting.changed(PlayerSettings(), click.values)
    except (KeyError, ValueError):
        await click.say(NOT_KEPT)
        return
    settings = click.services[SettingsService]
    click.chose(
        await settings.change_player(click.actor, lambda now: setting.changed(now, click.values))
    )
    await show_settings(click, panel)


async def show_settings(interaction: Interaction, panel: Panel = BOARDS) -> None:
    chosen = await interaction.chosen()
    if panel.has_sample:
        picture = await interaction.draw(_sample(chosen))
        await interaction.show(page(panel, chosen), picture)
    else:
        await interaction.show(page(panel, chosen))


def page(panel: Panel, chosen: PlayerSettings) -> Page:
    return Page(
        panel.heading,
        Picture(SAMPLE) if panel.has_sample else None,
        *(
            item
            for setting in panel.settings
            for item in setting.items(PlayerSettingId(setting.field), chosen)
        ),
        language_remark(chosen.language) if panel is LANGUAGE else None,
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
