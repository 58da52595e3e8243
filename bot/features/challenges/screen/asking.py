"""Making a challenge by buttons, and listing the open ones."""

import re
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Annotated

from bot.core.actor import Person
from bot.core.clocks import OFFERED, say_clock
from bot.core.people import ServerSettings
from bot.core.settings import SettingsService
from bot.features.challenges import words
from bot.features.challenges.offer import ChallengeOffer, check_opponent
from bot.features.challenges.screen.card import ChallengeAction, ChallengeButton
from bot.features.challenges.screen.offering import is_me, make_offer
from bot.features.challenges.service import ChallengeService
from bot.screen.ids import ANY_GAME, CustomId, Name
from bot.screen.interaction import Click, Interaction, member_named
from bot.screen.page import Accent, Button, Page, PersonMenu, Row, Section, Style, rows
from data.ids import PlayerId
from data.states import SeatChoice
from rules import GAMES
from rules.texts import Text, lines

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
    await click.show(Page(Text("### Challenge\nHow much time is there?"), *rows(*buttons)))


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
