"""``/help``: what the reader can do next, and the list of commands. The greeting of a server."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

import discord
from discord.ext import commands

from bot import VERSION
from bot.core.matches import MatchSummary
from bot.core.people import ServerSettings, SettingsService, manages
from bot.features.challenges import Challenge, ChallengeService
from bot.features.challenges.screen import Asking, Step, ask, play
from bot.features.daily.screen import button as daily_button
from bot.features.daily.screen import open_daily
from bot.features.daily.words import TODAYS
from bot.features.help.service import FIRST_GAMES, Greeting
from bot.features.matches.words import requests
from bot.features.moves.screen.composer import all_matches
from bot.features.requests import Inbox, InboxService
from bot.features.rulebook.pages import games_page
from bot.features.settings.screen import show_server_settings
from bot.features.tournaments import Tournament, TournamentService
from bot.screen import ids
from bot.screen.buttons import RulesAction, another_game_button, rules_button
from bot.screen.interaction import Click, Handler, Interaction, Screen, command
from bot.screen.interaction.command_options import BEGINNER
from bot.screen.messenger.channels import Obstacle
from bot.screen.messenger.pages import Face, move_button, still_of
from bot.screen.messenger.words import cannot_stand
from bot.screen.names import TITLE, harmless
from bot.screen.page import Accent, Button, Link, Page, Picture, Row, Style
from bot.screen.words import (
    ASK_FOR_HELP,
    JUMP,
    MOVE,
    PLAY_ME,
    RULES,
    board_link,
    match_title,
    mention,
)
from data.ids import ChannelId
from renderer import alt_text
from rules import GAMES
from rules.texts import Counted, Plain, Text, in_a_row, labelled, lines

MOST_CHALLENGES = 3
MOST_STEPS = 3
"""How many pieces of advice are shown."""

COMMANDS: Mapping[Text, tuple[str, ...]] = {
    Text("Begin a match, or play against me"): ("/challenge", "/play"),
    Text("Your matches, and all you can do in one"): ("/matches", "/match"),
    Text("In a match"): ("/move", "/resign", "/replay"),
    Text("Matches of others"): ("/watch",),
    Text("Learn and solve"): ("/rules", "/daily"),
    Text("How good people are"): ("/leaderboard", "/profile"),
    Text("Play for a place"): ("/ladder show", "/tournament show", "/club"),
    Text("For you alone"): ("/settings", "/vacation", "/block", "/privacy"),
}
FOR_MANAGERS: Mapping[Text, tuple[str, ...]] = {
    Text("How this server plays, and what the bot posts in it"): ("/server",),
    Text("Decide, annul or move a match, let somebody play on"): ("/manage",),
    Text("Make a ladder, and look after it"): ("/ladder manage",),
    Text("Make a league, a cup, a round robin or a Swiss"): ("/tournament create",),
}
MANAGERS, HEADING = Text("For managers", "button"), Text("### For those who run a server")
ABOUT = Text(
    "### Quintet\nBoard games with your friends, over days or in one sitting. After every "
    "move I post the board."
)


@dataclass(frozen=True, slots=True)
class Situation:
    """What the advice depends on. ``server`` is None in direct messages.

    ``channel_id``: where the reader asks; ``missing``: why the bot cannot post there. ``opens``:
    the newest tournament of the server that people can enter. ``manages``: whether the reader is a
    manager of the server.
    """

    inbox: Inbox
    challenges: tuple[Challenge, ...]
    server: ServerSettings | None
    channel_id: ChannelId
    missing: Obstacle | None = None
    invite_url: str | None = None
    support_url: str | None = None
    opens: Tournament | None = None
    manages: bool = False


def next_steps(now: Situation) -> Text:
    """What the reader can do next, the most urgent first."""
    return lines(*(Plain("- {step}", step=step) for step in islice(_advice(now), MOST_STEPS)))


def command_list(commands: Mapping[Text, Sequence[str]]) -> Text:
    """Commands by their purpose."""
    named = {about: in_a_row([f"`{each}`" for each in names]) for about, names in commands.items()}
    return lines(*(labelled(about, names) for about, names in named.items()))


def _advice(now: Situation) -> Iterator[Text]:
    waiting, others, recent = now.inbox.waiting, now.inbox.others, now.inbox.recent
    if waiting:
        yield Counted(
            "One match waits for you. It is {match}: press **{button}**.",
            "{number} matches wait for you. {match} has waited longest: press **{button}**.",
            len(waiting),
            match=_named(waiting[0]),
            button=MOVE,
        )
    yield from requests(now.inbox)
    yield from (_challenged(each) for each in now.challenges[:MOST_CHALLENGES])
    if now.opens is not None:
        name = harmless(now.opens.name, TITLE)
        yield Text(
            "You can join {name} in <#{channel}>, or with `/tournament show`.",
            name=name,
            channel=now.opens.channel_id,
        )
    if others:
        yield Counted(
            "One match waits for somebody else. I will mention you when it is your turn.",
            "{number} matches wait for others. I will mention you when it is your turn.",
            len(others),
        )
    if not (waiting or others or recent):
        yield Text("New here? Press **Play me**: I am a beginner too. **Rules** has puzzles.")
    yield _challenging(now)
    if recent:
        yield Text(
            "Look back with `/replay`, or ask for a rematch below the last board of {match}.",
            match=_named(recent[0]),
        )


def _named(line: MatchSummary) -> Text:
    where, title = board_link(line), match_title(line)
    return title if where is None else Plain("[{title}]({where})", title=title, where=where)


def _challenged(challenge: Challenge) -> Text:
    server = challenge.server_id or "@me"
    where = f"{JUMP}/{server}/{challenge.channel_id}/{challenge.message_id or ''}"
    who = mention(challenge.challenger_id)
    return Text(
        "{who} challenges you to {game}. [Answer]({where})",
        who=who,
        game=challenge.info.name,
        where=where,
    )


def _challenging(now: Situation) -> Text:
    if now.server is None:
        return Text("To begin a match, type `/challenge` in a server's channel.")
    if now.server.channel_id not in (None, now.channel_id):
        channel = f"<#{now.server.channel_id}>"
        return Text("To begin a match, type `/challenge` in {channel}.", channel=channel)
    if now.missing is not None:
        return cannot_stand(now.channel_id, now.missing)
    return Text(
        "To begin a match, type `/challenge` and pick a game and a friend. If you "
        "leave the friend out, anyone here can accept."
    )


class HelpButton(ids.CustomId, prefix="e"):
    """The button to the commands of managers."""


class Help(commands.Cog):
    @command("What you can do next, and which commands there are", everywhere=True)
    async def help(self, interaction: Interaction) -> None:
        await interaction.show(welcome(await _situation(interaction)))


def welcome(now: Situation) -> Page:
    inbox = now.inbox
    invite, support = now.invite_url, now.support_url
    return Page(
        ABOUT,
        next_steps(now),
        command_list(COMMANDS),
        Row(
            move_button(inbox.waiting[0]) if inbox.waiting else None,
            another_game_button(PLAY_ME),
            rules_button(ids.ANY_GAME, RulesAction.GAMES),
            all_matches() if inbox.waiting or inbox.others or inbox.recent else None,
            Button(MANAGERS, HelpButton()) if now.manages else None,
        ),
        Row(
            daily_button(TODAYS),
            None if invite is None else Link(Text("Add me to a server", "button"), invite),
            None if support is None else Link(ASK_FOR_HELP, support),
        ),
        Text("-# Quintet {version}", version=VERSION),
        accent=Accent.TEAL,
    )


async def on_help(click: Click[HelpButton]) -> None:
    await click.say(lines(HEADING, command_list(FOR_MANAGERS)))


async def _situation(interaction: Interaction) -> Situation:
    can, actor = interaction.services, interaction.actor
    server = actor.place.server_id
    here = () if server is None else await can[TournamentService].here(actor)
    chosen = None if server is None else await can[SettingsService].of_server(server)
    return Situation(
        inbox=await can[InboxService].read(actor.id, recent=1),
        challenges=await can[ChallengeService].awaiting(actor.id),
        server=chosen,
        channel_id=actor.place.channel_id,
        missing=interaction.obstacle(actor.place.channel_id),
        invite_url=interaction.client.invite_url,
        support_url=interaction.client.support_url,
        opens=next((each for each in here if each.is_open), None),
        manages=chosen is not None and manages(actor, chosen),
    )


HELLO = Text(
    "Hello! I bring five board games without luck, which you play here against me or each other, "
    "over days or in one sitting."
)
CHALLENGE, SET_UP = Text("Challenge someone", "button"), Text("Set up", "button")
REMOVE = Text("Delete this message", "button")


class GreetingAction(StrEnum):
    PLAY = "play"
    CHALLENGE = "challenge"
    RULES = "rules"
    DAILY = "daily"
    SET_UP = "setup"
    REMOVE = "remove"


class GreetingButton(ids.CustomId, prefix="gr"):
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
            button(TODAYS, GreetingAction.DAILY),
        ),
        Row(
            button(SET_UP, GreetingAction.SET_UP),
            button(REMOVE, GreetingAction.REMOVE),
        ),
    )
    shown = Page(HELLO, Picture(alt_text(greeting.picture, None)), *rows, accent=Accent.TEAL)
    plain = Page(HELLO, *rows, accent=Accent.TEAL)
    mark = str(GreetingButton(GreetingAction.PLAY))
    return Face(shown, (), mark, lambda: plain, still_of(greeting.picture))


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
        case GreetingAction.DAILY:
            await open_daily(click, None)
        case _:
            await show_server_settings(click)


async def _remove(click: Click[GreetingButton]) -> None:
    """Delete the greeting for a manager. Matches begun from it go on."""
    await click.defer_beside()
    await click.services[SettingsService].own_server(click.actor)  # refuses everybody else
    with suppress(discord.NotFound):  # another manager was quicker
        await click.raw.delete_original_response()


SCREEN = Screen(
    cogs=(Help,),
    handlers=(
        Handler(HelpButton, on_help),
        Handler(GreetingButton, on_greeting, defer=False),
    ),
    faces={Greeting: face_of},
)
