"""The greeting of a server, and its buttons."""

from contextlib import suppress
from enum import StrEnum

import discord

from bot.core.settings import SettingsService
from bot.features.challenges.screen.asking import Asking, Step, ask
from bot.features.challenges.screen.opponents import play
from bot.features.greetings.service import FIRST_GAMES, Greeting
from bot.features.rulebook.screen import games_page
from bot.features.settings.screen.server_panel import show_server_settings
from bot.screen.ids import CustomId
from bot.screen.interaction import Click, Handler, Screen
from bot.screen.interaction.game_options import BEGINNER
from bot.screen.messenger.faces import Face
from bot.screen.page import Accent, Button, Page, Picture, Row, Style
from bot.screen.words import PLAY_ME, RULES
from renderer import alt_text
from rules import GAMES
from rules.texts import Text

HELLO = Text(
    "Hello! I bring five board games without luck, which you play here against me or each other, "
    "over days or in one sitting."
)
CHALLENGE, SET_UP = Text("Challenge someone", "button"), Text("Set up", "button")
REMOVE = Text("Remove this", "button")


class GreetingAction(StrEnum):
    PLAY = "play"
    CHALLENGE = "challenge"
    RULES = "rules"
    SET_UP = "setup"
    REMOVE = "remove"


class GreetingButton(CustomId, prefix="gr"):
    action: GreetingAction


def face_of(greeting: Greeting) -> Face:
    """The greeting; it mentions nobody."""

    def button(label: Text, action: GreetingAction, style: Style = Style.SECONDARY) -> Button:
        return Button(label, GreetingButton(action), style)

    rows = (  # each fits on one line of a phone
        Row(
            button(PLAY_ME, GreetingAction.PLAY, Style.PRIMARY),
            button(CHALLENGE, GreetingAction.CHALLENGE),
        ),
        Row(
            button(RULES, GreetingAction.RULES),
            button(SET_UP, GreetingAction.SET_UP),
            button(REMOVE, GreetingAction.REMOVE),
        ),
    )
    shown = Page(HELLO, Picture(alt_text(greeting.picture, None)), *rows, accent=Accent.TEAL)
    plain = Page(HELLO, *rows, accent=Accent.TEAL)
    return Face(shown, (), str(GreetingButton(GreetingAction.PLAY)), lambda: plain)


async def on_greeting(click: Click[GreetingButton]) -> None:
    if click.id.action is GreetingAction.REMOVE:
        await _remove(click)
        return
    await click.defer_private()
    match click.id.action:
        case GreetingAction.PLAY:
            server = await click.services[SettingsService].of_server(click.actor.place.server_id)
            played = server.games or GAMES  # if the server plays none, starting a match says so
            await play(click, next(each for each in FIRST_GAMES if each in played), BEGINNER)
        case GreetingAction.CHALLENGE:
            await ask(click, Asking(Step.START))
        case GreetingAction.RULES:
            await click.show(games_page())
        case _:
            await show_server_settings(click)


async def _remove(click: Click[GreetingButton]) -> None:
    """Delete the greeting for a manager. Matches begun from it go on."""
    await click.defer_beside()
    await click.services[SettingsService].own_server(click.actor)  # refuses everybody else
    with suppress(discord.NotFound):  # another manager was quicker
        await click.raw.delete_original_response()


SCREEN = Screen(
    handlers=(Handler(GreetingButton, on_greeting, defer=False),), faces={Greeting: face_of}
)
