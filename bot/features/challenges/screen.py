"""``/challenge`` and ``/play``, the same in menus, and a challenge's card with its buttons."""

import re
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Annotated

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.actor import Person
from bot.core.clocks import OFFERED, parse_clock, say_clock
from bot.core.matches import MatchService, game_of, variant_of
from bot.core.people import ServerSettings, SettingsService
from bot.features.challenges import words
from bot.features.challenges.offer import ChallengeOffer, check_opponent
from bot.features.challenges.service import ChallengeService
from bot.features.challenges.storage import Challenge
from bot.screen.buttons import games_row, rules_button
from bot.screen.ids import ANY_GAME, CustomId, MatchAction, MatchButton, Name
from bot.screen.interaction import (
    Click,
    Handler,
    Interaction,
    Screen,
    command,
    command_options,
    member_named,
    menu,
    person_of,
)
from bot.screen.interaction.declaring import choices
from bot.screen.messenger.pages import Face
from bot.screen.page import Accent, Button, Page, PersonMenu, Row, Section, Style, rows
from bot.screen.words import LOOK, MOVE, board_link
from data.ids import ChallengeId, Engine, MessageId, PlayerId
from data.states import ChallengeState, SeatChoice
from rules import GAMES
from rules.engine import LEVELS
from rules.game import Seat
from rules.texts import Text, lines


class ChallengeAction(StrEnum):
    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"


class ChallengeButton(CustomId, prefix="c"):
    challenge_id: ChallengeId
    action: ChallengeAction


def face_of(challenge: Challenge) -> Face:
    """The message of the card; it mentions those who are invited."""
    mark = ChallengeButton(challenge.id, ChallengeAction.ACCEPT)
    return Face(card(challenge), challenge.invited, str(mark))


def card(challenge: Challenge) -> Page:
    answers, way = None, partial(ChallengeButton, challenge.id)
    if challenge.state is ChallengeState.OPEN:
        give_up = Text("Decline", "button") if challenge.invited else Text("Leave")
        can_give_up = challenge.invited or challenge.accepted
        answers = Row(
            Button(Text("Accept", "button"), way(ChallengeAction.ACCEPT), Style.SUCCESS),
            Button(give_up, way(ChallengeAction.DECLINE)) if can_give_up else None,
            Button(Text("Cancel", "button"), way(ChallengeAction.CANCEL)),
        )
    return Page(
        words.challenge_heading(challenge),
        words.challenge_body(challenge),
        words.challenge_status(challenge),
        answers,
        accent=_ACCENTS.get(challenge.state, Accent.GREY),
    )


_ACCENTS = {ChallengeState.OPEN: Accent.GOLD, ChallengeState.ACCEPTED: Accent.GREEN}


async def _answer(interaction: Interaction, challenge: Challenge, told: Text) -> None:
    """Answer with ``told``, or that the match has begun, and link to its board once posted."""
    if not challenge.is_practice:
        await interaction.say(told)
        return
    message = await interaction.show(begun(challenge))
    if message is None or challenge.match_id is None:
        return
    match = await interaction.services[MatchService].first_board(challenge.match_id)
    board = None if match is None else board_link(match)
    if match is not None and board is not None:
        # if this fails, the answer still has the button for the first move
        page = begun(challenge, board, match.seat_of(interaction.actor.id))
        await interaction.change(message, page, "answer left without its link")


def begun(challenge: Challenge, board: str | None = None, seat: Seat | None = None) -> Page:
    """The answer when a practice match has begun; its button moves, or shows the board."""
    told = words.practice_begun(challenge, board, seat)
    if challenge.match_id is None:
        return Page(told)
    first = challenge.seat_choice is SeatChoice.FIRST
    label, action = (MOVE, MatchAction.MOVE) if first else (LOOK, MatchAction.BOARD)
    begin = Button(label, MatchButton(challenge.match_id, 0, action), Style.PRIMARY)
    return Page(told, Row(begin, rules_button(challenge.info.id)))


async def make_offer(
    interaction: Interaction, offer: ChallengeOffer, level: int = command_options.CASUAL
) -> None:
    """Make the challenge; the bot itself, if named, takes a seat at ``level``."""
    await interaction.defer_private()
    interaction.stands()
    people = tuple(each for each in offer.opponents if not is_me(interaction, each.id))
    engines = (Engine(level),) * (len(offer.opponents) - len(people))
    offer = replace(offer, opponents=people, engines=(*offer.engines, *engines))
    challenge = await interaction.services[ChallengeService].offer(interaction.actor, offer)
    await _answer(interaction, challenge, words.offered(challenge))


def is_me(interaction: Interaction, user_id: int) -> bool:
    me = interaction.client.user
    return me is not None and me.id == user_id


async def offer_rematch(click: Click[MatchButton]) -> None:
    """Ask for a rematch, or accept it."""
    click.stands()
    challenges = click.services[ChallengeService]
    challenge = await challenges.rematch(click.actor, click.id.match_id)
    await _answer(click, challenge, words.rematch(challenge, click.actor.id))


NO_LEVEL = 0
"""The level is not chosen yet."""


class PlayButton(CustomId, prefix="pl"):
    """Begins a match against the bot at ``level``, or asks for it."""

    game: Name
    level: int
    seat: SeatChoice = SeatChoice.FIRST


async def play(
    interaction: Interaction,
    game: str | None = None,
    level: int | None = None,
    seat: SeatChoice = SeatChoice.FIRST,
    variant: str | None = None,
) -> None:
    """Begin a match against engines of ``level``; without a game, ask which."""
    if game is None:
        games = games_row(lambda game: PlayButton(game, level or NO_LEVEL, seat))
        await interaction.show(Page(Text("### Play me\nWhich game?"), games, accent=Accent.TEAL))
        return
    seats = variant_of(game_of(game).info, variant).seats
    engines = (Engine(level or command_options.BEGINNER),) * (seats - 1)
    await make_offer(interaction, ChallengeOffer(game, (), variant, seat, engines=engines))


async def on_play(click: Click[PlayButton]) -> None:
    asked = click.id
    if asked.level in LEVELS:
        await play(click, asked.game, asked.level, asked.seat)
        return
    await click.defer_update()
    levels = (
        Button(
            level.name,
            PlayButton(asked.game, number, asked.seat),
            Style.SUCCESS if number == command_options.BEGINNER else Style.SECONDARY,
        )
        for number, level in LEVELS.items()
    )
    told = Text(
        "### Play me: {game}\nHow strong should I play?", game=game_of(asked.game).info.name
    )
    await click.show(Page(told, Row(*levels), accent=Accent.TEAL))


NOBODY = PlayerId(0)
NO_CLOCK_YET = "ask"
MOST_OF_CLOCK = 20
KeptClock = Annotated[str, re.compile(f"[0-9a-z+/]{{1,{MOST_OF_CLOCK}}}")]
"""A clock within a button's id; a longer one must be chosen again."""
MOST_SHOWN = 10
"""The most open challenges that are listed, the latest ones."""


class Step(StrEnum):
    START = "start"
    WHOM = "whom"
    PERSON = "person"
    ANYONE = "anyone"
    SEND = "send"
    OPEN = "open"


class Kind(StrEnum):
    """Whether ratings change; ``usual`` leaves it to the server's settings."""

    USUAL = "usual"
    RATED = "rated"
    FRIENDLY = "friendly"


RATED = {Kind.USUAL: None, Kind.RATED: True, Kind.FRIENDLY: False}


class Asking(CustomId, prefix="cq"):
    """A step of making a challenge, with all choices so far."""

    step: Step
    game: Name = ANY_GAME
    opponent_id: PlayerId = NOBODY
    clock: KeptClock = NO_CLOCK_YET
    first_move: SeatChoice = SeatChoice.RANDOM
    kind: Kind = Kind.USUAL


async def ask(interaction: Interaction, asked: Asking, opponent: Person | None = None) -> None:
    """Ask for the game; the next steps ask for the opponent and the clock."""
    told = Text("### Challenge\nWhich game?")
    if opponent is not None:
        if not is_me(interaction, opponent.id):
            check_opponent(interaction.actor, opponent)
        told, asked = words.which_game(opponent.id), replace(asked, opponent_id=opponent.id)
    played = (await _server(interaction)).games
    way = partial(replace, asked, step=Step.WHOM)
    buttons = (Button(GAMES[game].info.name, way(game=game), Style.PRIMARY) for game in played)
    shown = Row(Button(Text("Open challenges"), Asking(Step.OPEN)))
    told = told if played else words.NO_GAME
    await interaction.show(Page(told, *rows(*buttons), shown, accent=Accent.GOLD))


async def _server(interaction: Interaction) -> ServerSettings:
    return await interaction.services[SettingsService].of_server(interaction.actor.place.server_id)


async def on_asking(click: Click[Asking]) -> None:
    asked = click.id
    match asked.step:
        case Step.WHOM if not asked.opponent_id:
            anyone = Button(Text("Anyone here", "button"), replace(asked, step=Step.ANYONE))
            choose = PersonMenu(replace(asked, step=Step.PERSON), Text("Choose your opponent"))
            told = Text("### Challenge\nWho is your opponent?")
            await click.show(Page(told, choose, Row(anyone)))
        case Step.WHOM | Step.PERSON | Step.ANYONE | Step.SEND:
            chosen = PlayerId(click.number_or(asked.opponent_id))
            people = (await member_named(click, chosen, bots=True),) if chosen else ()
            if asked.clock == NO_CLOCK_YET and not is_me(click, chosen):
                await _ask_clock(click, replace(asked, opponent_id=chosen))
                return
            clock, rated = asked.clock.replace(NO_CLOCK_YET, "none"), RATED[asked.kind]
            offer = ChallengeOffer(asked.game, people, None, asked.first_move, clock, rated)
            await make_offer(click, offer)
        case Step.OPEN:
            await show_open(click)
        case _:
            await ask(click, Asking(Step.START))


async def _ask_clock(click: Click[Asking], asked: Asking) -> None:
    """Show the clocks to choose from; the server's default is emphasised."""
    chosen = await _server(click)
    buttons = (
        Button(
            say_clock(clock),
            replace(asked, step=Step.SEND, clock=str(clock)),
            Style.PRIMARY if str(clock) == chosen.default_clock else Style.SECONDARY,
        )
        for clock in OFFERED
        if chosen.allowed_clocks is None or str(clock) in chosen.allowed_clocks
    )
    await click.show(Page(Text("### Challenge\nWhich time control?"), *rows(*buttons)))


async def show_open(interaction: Interaction) -> None:
    """Show the challenges of this server that the reader can accept."""
    found = await interaction.services[ChallengeService].open_here(interaction.actor)
    way, label = partial(ChallengeButton, action=ChallengeAction.ACCEPT), Text("Accept", "button")
    sections = (
        Section(words.open_line(each), Button(label, way(each.id), Style.SUCCESS))
        for each in found[:MOST_SHOWN]
    )
    new = Button(Text("New challenge"), Asking(Step.START))
    told = None if found else Text("There is none here that you can accept.")
    heading = lines(Text("### Open challenges"), told)
    await interaction.show(Page(heading, *sections, Row(new), accent=Accent.GOLD))


KINDS = {
    Kind.RATED.value: Text("Rated: it changes your ratings", "choice"),
    Kind.FRIENDLY.value: Text("Friendly: no rating changes", "choice"),
}


class Challenges(commands.Cog):
    @command(
        "Challenge someone, or anyone here; leave all empty to choose step by step",
        bots=True,  # naming the bot means playing against it
        game="Which game",
        opponent="Your opponent; if left out, anyone here can accept",
        second_opponent="The third player, in a match for three",
        variant="Which variant; the usual one if left out",
        first_move="Who moves first; random if left out",
        level="How strong I play, if you challenge me",
        clock="Time to think, such as 3d a move; this server's default if left out",
        rated="Whether it changes your ratings; this server's default if left out",
    )
    @app_commands.choices(first_move=command_options.FIRST_MOVES, rated=choices(KINDS))
    @app_commands.choices(level=command_options.LEVEL_CHOICES)
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        game: command_options.AnyGame | None = None,
        opponent: discord.User | None = None,
        second_opponent: discord.User | None = None,
        variant: command_options.AnyVariant | None = None,
        first_move: str = SeatChoice.RANDOM.value,
        level: int | None = None,
        clock: command_options.AnyClock | None = None,
        rated: str | None = None,
    ) -> None:
        people = [person_of(user) for user in (opponent, second_opponent) if user is not None]
        seat, kind = SeatChoice(first_move), Kind(rated or Kind.USUAL)
        game = game or command_options.game_with(variant, len(people))
        if level is not None and all(is_me(interaction, each.id) for each in people):
            await play(interaction, game, level, seat, variant)
        elif game is None:
            given = NO_CLOCK_YET if clock is None else str(parse_clock(clock))
            given = given if len(given) <= MOST_OF_CLOCK else NO_CLOCK_YET
            asked = Asking(Step.START, clock=given, first_move=seat, kind=kind)
            await ask(interaction, asked, people[0] if people else None)
        else:
            offer = ChallengeOffer(game, (*people,), variant, seat, clock, RATED[kind])
            await make_offer(interaction, offer, level or command_options.CASUAL)

    @command(
        "Play against me, the bot, right away; it is never rated",
        game="Which game",
        level="How strong I play; a beginner if left out",
        first_move="Who moves first; you if left out",
        variant="Which variant of the game; the usual one if left out",
    )
    @app_commands.choices(first_move=command_options.FIRST_MOVES)
    @app_commands.choices(level=command_options.LEVEL_CHOICES)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def play(
        self,
        interaction: Interaction,
        game: command_options.AnyGame | None = None,
        level: int | None = None,
        first_move: str = SeatChoice.FIRST.value,
        variant: command_options.AnyVariant | None = None,
    ) -> None:
        game = game or command_options.game_with(variant)
        await play(interaction, game, level, SeatChoice(first_move), variant)


@app_commands.guild_only()
@menu(words.CHALLENGE, bots=True)
async def challenge_menu(interaction: Interaction, person: discord.Member) -> None:
    await ask(interaction, Asking(Step.START), person_of(person))


@menu(words.SHOW)
async def board_menu(interaction: Interaction, message: discord.Message) -> None:
    """Show the current board of the match on the message."""
    actor, matches = interaction.actor, interaction.services[MatchService]
    view = await matches.shown_in(actor, MessageId(message.id))
    await interaction.show_board(view)


async def on_challenge(click: Click[ChallengeButton]) -> None:
    """Accept, decline or cancel a challenge from a card of any age; the outbox updates it."""
    await click.defer_beside()
    challenges = click.services[ChallengeService]
    answers = {
        ChallengeAction.ACCEPT: challenges.accept,
        ChallengeAction.DECLINE: challenges.decline,
        ChallengeAction.CANCEL: challenges.cancel,
    }
    if click.id.action is ChallengeAction.ACCEPT:
        click.stands()
    challenge = await answers[click.id.action](click.actor, click.id.challenge_id)
    if click.id.action is ChallengeAction.ACCEPT and challenge.state is ChallengeState.OPEN:
        # the card does not change for somebody who accepts again
        await click.say(words.joined(challenge))
    elif click.is_on_private:
        await click.say(words.challenge_status(challenge))
    if click.id.action is ChallengeAction.DECLINE and challenge.state is ChallengeState.OPEN:
        await click.say(words.NOT_IN)


SCREEN = Screen(
    cogs=(Challenges,),
    menus=(challenge_menu, board_menu),
    handlers=(
        Handler(ChallengeButton, on_challenge, defer=False),
        Handler(Asking, on_asking),
        Handler(PlayButton, on_play, defer=False),
    ),
    faces={Challenge: face_of},
)
