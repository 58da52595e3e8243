"""``/challenge``, the same in the menu on a person, and the buttons of a challenge's card."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.clocks import parse_clock
from bot.core.matches import MatchService
from bot.features.challenges import words
from bot.features.challenges.offer import ChallengeOffer
from bot.features.challenges.screen.asking import (
    MOST_OF_CLOCK,
    NO_CLOCK_YET,
    RATED,
    Asking,
    Kind,
    Step,
    ask,
    on_asking,
)
from bot.features.challenges.screen.card import ChallengeAction, ChallengeButton, face_of
from bot.features.challenges.screen.offering import is_me, make_offer
from bot.features.challenges.screen.opponents import play
from bot.features.challenges.service import ChallengeService
from bot.features.challenges.storage import Challenge
from bot.features.challenges.words import NOT_IN, joined
from bot.screen.interaction import (
    Click,
    Handler,
    Interaction,
    Screen,
    command,
    command_options,
    menu,
    person_of,
)
from bot.screen.interaction.declaring import choices
from data.ids import MessageId
from data.states import ChallengeState, SeatChoice
from rules.texts import Text

KINDS = {
    Kind.RATED.value: Text("Rated: it changes your ratings", "choice"),
    Kind.FRIENDLY.value: Text("Friendly: no rating changes", "choice"),
}


class Challenges(commands.Cog):
    @command(
        "Challenge someone to a match, or anyone here; alone it asks by buttons",
        bots=True,  # naming the bot means playing against it
        game="Which game",
        opponent="Your opponent; leave it out and anyone here can accept",
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
        await click.say(joined(challenge))
    elif click.is_on_private:
        await click.say(words.challenge_status(challenge))
    if click.id.action is ChallengeAction.DECLINE and challenge.state is ChallengeState.OPEN:
        await click.say(NOT_IN)


SCREEN = Screen(
    cogs=(Challenges,),
    menus=(challenge_menu, board_menu),
    handlers=(
        Handler(ChallengeButton, on_challenge, defer=False),
        Handler(Asking, on_asking),
    ),
    faces={Challenge: face_of},
)
