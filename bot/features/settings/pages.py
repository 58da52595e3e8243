"""The settings of people and servers as tables, and the pages that show them.

A ``Setting`` names its field, the line above its control, and the control.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Generic, TypeVar

from bot.core.clocks import OFFERED
from bot.core.people import NotAManager, PlayerSettings, ServerSettings
from bot.screen.buttons import LABELS, SettingsTab, other_tabs
from bot.screen.ids import CustomId, FieldName, number
from bot.screen.messenger.channels import spoken
from bot.screen.names import harmless
from bot.screen.page import (
    Accent,
    Button,
    ChannelMenu,
    Form,
    Link,
    Menu,
    Page,
    Part,
    Picture,
    RoleMenu,
    Row,
    TextField,
    options,
)
from bot.screen.words import ASK_FOR_HELP, FRIENDLY, RATED, clock_label, sentence
from data.states import Orientation
from languages import DEFAULT, Found, code_of, on_trial, own_names
from rules import GAMES
from rules.texts import Plain, Text, Words

Settings = TypeVar("Settings")
"""A frozen dataclass with a field for each setting."""
NONE_CHOSEN = "none"
"""Stands for no language; no language has this code."""
DRAFT = Text("-# This language is a draft: no native player has read it yet.")
REVIEWED = Text("-# A machine has reviewed this language; no native player has read it yet.")
ON_TRIAL = Text("-# This language is on trial: some of it is English still.")


@dataclass(frozen=True, slots=True)
class Switch:
    """A button that toggles a value; ``labels``, by the current value, say what pressing does."""

    labels: Mapping[bool, Words]

    def read(self, now: bool, _: Sequence[str]) -> bool:
        return not now

    def shown(self, custom_id: CustomId, now: bool) -> Part:
        return Row(Button(self.labels[now], custom_id))


@dataclass(frozen=True, slots=True)
class OneOf:
    choices: Mapping[Any, Words]

    def read(self, _: Any, values: Sequence[str]) -> Any:
        (chosen,) = _among(self.choices, values)
        return chosen

    def shown(self, custom_id: CustomId, now: Any) -> Part:
        return Menu(custom_id, options(self.choices, now))


@dataclass(frozen=True, slots=True)
class OneLanguage:
    """A menu of languages by their own names; ``otherwise`` is the label for none."""

    otherwise: Words

    def read(self, _: str | None, values: Sequence[str]) -> str | None:
        (chosen,) = _among([NONE_CHOSEN, *own_names()], values)
        return None if chosen == NONE_CHOSEN else chosen

    def shown(self, custom_id: CustomId, now: str | None) -> Part:
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

    def shown(self, custom_id: CustomId, now: tuple[str, ...] | None) -> Part:
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

    def shown(self, custom_id: CustomId, now: int | None) -> Part:
        return self.menu(custom_id, self.otherwise, now)


@dataclass(frozen=True, slots=True)
class Setting(Generic[Settings]):
    """One field of ``Settings``; ``says`` is the line above its control, for a switch by value.

    A control has two methods: ``read`` gives the chosen value, from the current one and what was
    sent, and raises ValueError for what was not offered; ``shown`` gives the button or menu.
    """

    field: str
    says: Words | Mapping[bool, Words]
    control: Switch | OneOf | OneLanguage | SomeOf | OneHere

    def changed(self, now: Settings, values: Sequence[str]) -> Settings:
        """``now`` with the chosen value; raises ValueError for what was not offered."""
        chosen = self.control.read(getattr(now, self.field), values)
        return replace(now, **{self.field: chosen})  # type: ignore[type-var]


def language_remark(code: str | None) -> Text | None:
    """A remark about a language that is not fully translated; None for others."""
    found = on_trial().get(code or NONE_CHOSEN)
    if found is None:
        return None
    return DRAFT if found.is_draft else REVIEWED if found.is_reviewed else ON_TRIAL


def _among(choices: Iterable[Any], values: Sequence[str]) -> tuple[Any, ...]:
    """Those of ``choices`` whose text is in ``values``, in their own order."""
    offered = {str(choice): choice for choice in choices}
    if not offered.keys() >= set(values):
        raise ValueError(f"{values} are not all offered")
    return tuple(choice for written, choice in offered.items() if written in values)


SAMPLE = Text("A board as you will see it.")


class PlayerSettingId(CustomId, prefix="u"):
    field: FieldName


class ServerSettingId(CustomId, prefix="v"):
    field: FieldName


class ServerPage(CustomId, prefix="vp"):
    page: int


Code = Annotated[str, re.compile("[a-z]{2,3}(_[A-Z]{2})?")]
"""The code of a language."""


class OfferedLanguage(CustomId, prefix="vl"):
    code: Code


class OwnLanguage(CustomId, prefix="ul"):
    """The button that lets the bot answer its reader in a language."""

    code: Code


class ReadsWrong(CustomId, prefix="uw"):
    """The button that asks what reads wrong in a language, and the form that asks it."""

    code: Code


BOARDS: tuple[Setting[PlayerSettings], ...] = (
    Setting(
        "confirm_moves",
        Text("**Before a move is played**"),
        OneOf(
            {
                True: Text("Show me the result and ask"),
                False: Text("Play it at once"),
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
                "tide": Text("Tide: light, high contrast"),
            }
        ),
    ),
    Setting(
        "text_mode",
        Text("**Boards and choices**"),
        OneOf(
            {
                False: Text("Pictures and numbers"),
                True: Text("Text: for screen readers and slow connections"),
            }
        ),
    ),
)
NAMES: tuple[Setting[PlayerSettings], ...] = (
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
)
LANGUAGE: tuple[Setting[PlayerSettings], ...] = (
    Setting("language", Text("**Language**"), OneLanguage(Text("The language of my Discord"))),
)
PLAYER_TABS = {
    SettingsTab.BOARDS: BOARDS,
    SettingsTab.NAMES: NAMES,
    SettingsTab.LANGUAGE: LANGUAGE,
}
PLAYER_FIELDS = {each.field: (tab, each) for tab, table in PLAYER_TABS.items() for each in table}
HEADINGS = {
    SettingsTab.BOARDS: Text(
        "### Your settings\n"
        "They are only for you, and apply in every server. This is how you will see boards:"
    ),
    SettingsTab.NAMES: Text("### Your name\nWho can see your name in lists, and your profile."),
    SettingsTab.LANGUAGE: Text(
        "### Your language\n"
        "I use it in every answer and message to you.\n"
        "-# What Discord shows while you type a command follows Discord's own settings."
    ),
}


READS_WRONG = Text("Something reads wrong", "button")
WORDS = "words"
"""The field of a form."""
MOST_TYPED = 300


def told_of(code: str) -> Page:
    """What a person is told once whose Discord has a reviewed language."""
    language = own_names()[code]
    return Page(
        Text(
            "### I can answer you in {language}\n"
            "A machine has reviewed this language; no native player has read it yet. I tell you "
            "this once. You find it in `/settings` under **{label}**.",
            language=language,
            label=LABELS[SettingsTab.LANGUAGE],
        ),
        Row(
            Button(Text("Use {language}", "button", language=language), OwnLanguage(code)),
            Button(Text("Stay with English", "button"), OwnLanguage(DEFAULT)),
            Button(READS_WRONG, ReadsWrong(code)),
        ),
        accent=Accent.BLURPLE,
    )


def wrong_form(code: str) -> Form:
    """The form that asks for the words that read wrong."""
    label = Text("The words, as you see them")
    return Form(READS_WRONG, ReadsWrong(code), (TextField(WORDS, label, MOST_TYPED, 2),))


def wrong_page(code: str, found: Sequence[Found], support: str | None) -> Page:
    """The messages that say what reads wrong, with their ids, and where to report them."""
    if not found:
        return Page(Text("None of my sentences says that. Copy a few words as they stand."))
    how = Text("Tell those who run this bot the id of the sentence, and how it should read.")
    shown = (
        Plain("`{id}` {said}", id=f"{code}-{each.id}", said=harmless(each.said)) for each in found
    )
    about = f"{'&' if '?' in (support or '') else '?'}title={code}-{found[0].id}"
    return Page(
        how, *shown, None if support is None else Row(Link(ASK_FOR_HELP, f"{support}{about}"))
    )


def player_page(tab: SettingsTab, chosen: PlayerSettings) -> Page:
    """A tab of a person's settings; that of boards has a sample board."""
    code = chosen.language or code_of(chosen.locale)
    asks = tab is SettingsTab.LANGUAGE and code != DEFAULT
    return Page(
        HEADINGS[tab],
        Picture(SAMPLE) if tab is SettingsTab.BOARDS else None,
        *controls(PLAYER_TABS[tab], PlayerSettingId, chosen),
        Row(Button(READS_WRONG, ReadsWrong(code)) if asks else None),
        Row(*other_tabs(tab)),
        accent=Accent.BLURPLE,
    )


SERVER = Text(
    "### Settings of this server\n-# Only people with **{permission}** can change them.",
    permission=spoken("manage_guild"),
)
GONE = {
    "channel_id": Text(
        "The channel for challenges was deleted, so challenges can be made in every channel."
    ),
    "starter_role_id": Text("The role that may challenge was deleted, so everybody may."),
    "manager_role_id": Text(
        "The role that may decide matches was deleted. Only people with **{permission}** may now.",
        permission=spoken("manage_guild"),
    ),
}
"""Warnings about settings whose channel or role was deleted, until something else is chosen."""
CLOCKS = {str(clock): clock_label(clock) for clock in OFFERED}
KINDS = {
    None: Text("Friendly until all who play have finished three matches"),
    True: RATED,
    False: FRIENDLY,
}
PLAYED: tuple[Setting[ServerSettings], ...] = (
    Setting(
        "channel_id",
        Text("**Where challenges can be made.** Nothing chosen: in every channel I can write in."),
        OneHere(ChannelMenu, Text("Every channel")),
    ),
    Setting(
        "threads",
        {
            True: Text("**Threads:** every match gets a thread of its own."),
            False: Text("**Threads:** off; boards are posted in the channel of the challenge."),
        },
        Switch(
            {True: Text("Post in the channel instead"), False: Text("Give each match a thread")}
        ),
    ),
    Setting(
        "allowed_games",
        Text("**Games that are played here**"),
        SomeOf(choices={name: game.info.name for name, game in GAMES.items()}),
    ),
    Setting(
        "default_clock",
        Text("**Default time control** for challenges that set none"),
        OneOf(CLOCKS),
    ),
    Setting(
        "allowed_clocks",
        Text("**Time controls players can choose.** Nothing chosen: any."),
        SomeOf(choices=CLOCKS, nothing=Text("Every time control")),
    ),
    Setting("rated", Text("**Rated or friendly**, where a challenge does not say"), OneOf(KINDS)),
)
PEOPLE: tuple[Setting[ServerSettings], ...] = (
    Setting(
        "named_on_posters",
        {
            True: Text("**Posters** of matches name this server."),
            False: Text("**Posters** of matches do not name this server."),
        },
        Switch({True: Text("Hide the server's name"), False: Text("Show the server's name")}),
    ),
    Setting(
        "starter_role_id",
        Text("**Who may challenge.** Nothing chosen: everybody."),
        OneHere(RoleMenu, Text("Everybody")),
    ),
    Setting(
        "manager_role_id",
        Text(
            "**Who may decide, annul or move matches** with `/manage`, besides those with "
            "**{permission}**. Nothing chosen: nobody else.",
            permission=spoken("manage_guild"),
        ),
        OneHere(RoleMenu, Text("Nobody else")),
    ),
    Setting(
        "language",
        Text("**Language** of what I post here"),
        OneLanguage(Text("Same as in Discord's server settings, else the players'")),
    ),
)
SERVER_PAGES = (PLAYED, PEOPLE)
SERVER_FIELDS = {
    each.field: (page, each) for page, table in enumerate(SERVER_PAGES) for each in table
}
NAMES_OF_PAGES = (Text("How it is played", "button"), Text("People and posts", "button"))


def server_page(
    chosen: ServerSettings,
    page: int,
    remark: Words | None,
    offer: str | None,
    others: Sequence[Part],
) -> Page:
    """A page of a server's settings, with the ``offer`` of a language, and ``others`` below."""
    other = 1 - page
    return Page(
        remark,
        SERVER,
        *(Plain("⚠️ {told}", told=GONE[each]) for each in chosen.deleted),
        *(() if offer is None else _offered(offer)),
        *controls(SERVER_PAGES[page], ServerSettingId, chosen),
        *others,
        Row(Button(NAMES_OF_PAGES[other], ServerPage(other))),
        accent=Accent.BLURPLE,
    )


def _offered(code: str) -> tuple[Part, ...]:
    language = own_names()[code]
    return (
        Text("I can post here in the language of your Discord: **{language}**.", language=language),
        Row(Button(Text("Post in {language}", "button", language=language), OfferedLanguage(code))),
    )


def controls(
    table: Iterable[Setting[Settings]], make_id: Callable[[str], CustomId], chosen: Settings
) -> Iterator[Part | None]:
    """Each setting of a table: its line, and its control with the current value."""
    for setting in table:
        value: Any = getattr(chosen, setting.field)
        yield setting.says[value] if isinstance(setting.says, Mapping) else setting.says
        yield setting.control.shown(make_id(setting.field), value)
        if isinstance(setting.control, OneLanguage):
            yield language_remark(value)


@sentence.register
def _(error: NotAManager) -> Words:
    return (
        Text("Only people with the Manage Server permission can do this.")
        if error.role_id is None
        else Text(
            "Only people with the Manage Server permission or the role <@&{role}> can do this.",
            role=error.role_id,
        )
    )
