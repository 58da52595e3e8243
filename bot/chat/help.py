"""``/help``: what the reader can do next, and what there is to type."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import discord
from discord import app_commands
from discord.ext import commands

from bot import VERSION
from bot.chat.common.buttons import move_button
from bot.chat.common.choices import MOVE
from bot.chat.common.ids import CustomId
from bot.chat.common.names import TITLE, harmless
from bot.chat.common.page import Accent, Button, Link, Page, Row
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.common.text import JUMP, board_link, match_title, mention, missing_permission
from bot.chat.composer.played import all_matches
from bot.chat.interaction import ChatPart, Click, Interaction, command, handles
from bot.chat.matches.inbox_text import requests
from bot.chat.puzzles.layouts import choice_of_lessons
from bot.chat.rulebook import choice_of_first_match, choice_of_rules
from bot.services.challenges import Challenge
from bot.services.matches import MatchSummary
from bot.services.people import ServerSettings
from bot.services.requests import Inbox
from bot.services.settings import manages
from bot.services.tournaments import Tournament
from data.ids import ChannelId
from rules import GAMES
from rules.texts import Counted, Plain, Text, Words, in_a_row, labelled, lines, listed, sentences

SHOWN, FIRST = 3, 3
"""How many challenges are named, and how many things to do."""

EVERYTHING = Text("All commands")

USUAL = (
    "learn",
    "practice",
    "challenge",
    "move",
    "matches",
    "board",
    "match",
    "resign",
    "rules",
    "replay",
    "tournament",
    "ladder",
    "settings",
)
"""The commands that people look for, in the order in which they come to need them."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the advice depends on. ``server`` is None in direct messages.

    ``channel_id`` is where the reader asks, ``missing`` the first permission that the bot lacks
    there, ``opens`` the newest tournament that can be entered in the server. ``manages``: whether
    the reader may do there what managers do.
    """

    inbox: Inbox
    challenges: tuple[Challenge, ...]
    server: ServerSettings | None
    channel_id: ChannelId
    missing: str | None = None
    invite_url: str | None = None
    support_url: str | None = None
    opens: Tournament | None = None
    manages: bool = False


def about() -> Text:
    names = [game.info.name for game in GAMES.values()]
    return Text(
        "### Quintet\n"
        "Board games with your friends, over days or in one sitting: {games}. After "
        "every move I post the board. `/matches` lists your matches.",
        games=listed(names),
    )


def next_steps(now: Situation) -> Text:
    """What the reader can do next, the most pressing first."""
    return lines(*(Plain("- {step}", step=step) for step in islice(_advice(now), FIRST)))


def _contests(now: Situation) -> Text | None:
    """Where leagues and the like are made or found; nothing in direct messages."""
    if now.server is None:
        return None
    if now.manages:
        return Text(
            "**Leagues, cups and Swiss tournaments:** see what this server has with "
            "`/tournament show`. Make one with `/tournament create`, or a ladder with "
            "`/ladder create`."
        )
    return Text(
        "**Leagues, cups and Swiss tournaments:** see what this server has with "
        "`/tournament show`, and its ladders with `/ladder show`."
    )


def everything(commands: Sequence[tuple[str, Sequence[str], Words]]) -> Text:
    """What there is to type: each command's name, its parts and its description.

    What everybody needs comes first; otherwise the order is kept.
    """
    ranks = {name: rank for rank, name in enumerate(USUAL)}
    by_rank = sorted(commands, key=lambda each: ranks.get(each[0], len(USUAL)))
    told = (labelled(_typed(name, parts), about) for name, parts, about in by_rank)
    return lines(Plain("**{title}**", title=EVERYTHING), *told)


def _typed(name: str, parts: Sequence[str]) -> Words:
    if not parts:
        return f"`/{name}`"
    return Plain("`/{name}` {parts}", name=name, parts=in_a_row([f"`{each}`" for each in parts]))


def _advice(now: Situation) -> Iterator[Text]:
    waiting, others, recent = now.inbox.waiting, now.inbox.others, now.inbox.recent
    if waiting:
        yield _waiting(waiting)
    yield from requests(now.inbox)
    yield from (_challenged(each) for each in now.challenges[:SHOWN])
    if now.opens is not None:
        name = harmless(now.opens.name, TITLE)
        yield Text(
            "You can join {name} in <#{channel}>, or with `/tournament show`.",
            name=name,
            channel=now.opens.channel_id,
        )
    if others:
        yield Counted(
            "One match waits for others. You are mentioned when it is your turn.",
            "{number} matches wait for others. You are mentioned when it is your turn.",
            len(others),
        )
    if not (waiting or others or recent):
        yield Text(
            "New here? Choose a game below: read its rules, learn it with a few small puzzles, "
            "or play against me. `/practice` has stronger levels."
        )
    yield sentences(*_challenging(now))
    if recent:
        yield Text(
            "Look back with `/replay`, or ask for a rematch below the last board of {match}.",
            match=_named(recent[0]),
        )


def _waiting(lines: Sequence[MatchSummary]) -> Text:
    return Counted(
        "One match waits for you. It is {match}: press **{button}**.",
        "{number} matches wait for you. {match} has waited longest: press **{button}**.",
        len(lines),
        match=_named(lines[0]),
        button=MOVE,
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


def _challenging(now: Situation) -> Iterator[Text]:
    if now.server is None:
        yield Text("To begin a match, type `/challenge` in a server's channel.")
        return
    if now.server.channel_id not in (None, now.channel_id):
        channel = f"<#{now.server.channel_id}>"
        yield Text("To begin a match, type `/challenge` in {channel}.", channel=channel)
    elif now.missing is not None:
        yield missing_permission(now.missing)
    else:
        yield Text(
            "To begin a match, type `/challenge` and pick a game and a friend. Leave the "
            "friend out, and anyone here may accept."
        )
    yield from _restrictions(now.server)


def _restrictions(server: ServerSettings) -> Iterator[Text]:
    if server.starter_role_id is not None:
        yield Text(
            "Only <@&{starter_role}> may challenge here.", starter_role=server.starter_role_id
        )
    if server.allowed_games is not None:
        known = [GAMES[game].info.name for game in server.allowed_games if game in GAMES]
        if known:
            yield Text("This server's games are {games}.", games=listed(known))
        else:
            yield Text("No game is enabled in this server.")


class HelpButton(CustomId, prefix="e"):
    """The way to everything there is to type."""


class Help(commands.Cog):
    @command("What you can do next, and all commands", everywhere=True)
    async def help(self, interaction: Interaction) -> None:
        now = await _situation(interaction)
        await interaction.show(welcome(now))


def welcome(now: Situation) -> Page:
    inbox = now.inbox
    plays = bool(inbox.waiting or inbox.others)
    return Page(
        about(),
        next_steps(now),
        _contests(now),
        choice_of_rules(),
        None if plays else choice_of_first_match(),
        choice_of_lessons(),
        Row(
            move_button(inbox.waiting[0]) if inbox.waiting else None,
            all_matches() if plays or inbox.recent else None,
            Button(EVERYTHING, HelpButton()),
        ),
        Row(
            None
            if now.invite_url is None
            else Link(Text("Add me to a server", "button"), now.invite_url),
            None
            if now.support_url is None
            else Link(Text("Ask for help", "button"), now.support_url),
        ),
        Text("-# Quintet {version}", version=VERSION),
        accent=Accent.TEAL,
    )


async def on_help(click: Click[HelpButton]) -> None:
    await click.say(everything(list(_commands(click))))


async def _situation(interaction: Interaction) -> Situation:
    can, actor = interaction.services, interaction.actor
    server = actor.place.server_id
    here = () if server is None else await can.tournaments.here(actor)
    chosen = None if server is None else await can.settings.of_server(server)
    return Situation(
        inbox=await can.inbox.read(actor.id, recent=1),
        challenges=await can.challenges.awaiting(actor.id),
        server=chosen,
        channel_id=actor.place.channel_id,
        missing=first_missing(interaction.raw.app_permissions, POSTING),
        invite_url=interaction.client.invite_url,
        support_url=interaction.client.support_url,
        opens=next((each for each in here if each.is_open), None),
        manages=chosen is not None and manages(actor, chosen),
    )


def _commands(interaction: Interaction) -> Iterator[tuple[str, tuple[str, ...], Text]]:
    """Each command's name, the names of its parts, and what it is for."""
    known = interaction.client.tree.get_commands(type=discord.AppCommandType.chat_input)
    for each in sorted(known, key=lambda each: each.name):
        inner = each.commands if isinstance(each, app_commands.Group) else ()
        about = Text.of_file(each.description, "command")
        yield each.name, tuple(part.name for part in inner), about


PART = ChatPart(cogs=(Help,), handlers=(handles(HelpButton, on_help),))
