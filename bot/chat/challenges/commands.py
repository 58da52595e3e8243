"""``/challenge`` and the same from the menu on a person; what answers the card of a challenge."""

from collections.abc import Collection

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.challenges import text as words
from bot.chat.challenges.card import ChallengeAction, ChallengeButton
from bot.chat.challenges.offering import is_me, make_offer
from bot.chat.challenges.text import NOT_IN, joined
from bot.chat.common.ids import CustomId
from bot.chat.common.page import Menu, Page, options
from bot.chat.interaction import Click, Interaction, command, game_options, handles, menu, person_of
from bot.chat.interaction.command_words import choices
from bot.services.actor import Person
from bot.services.challenges import Challenge, ChallengeOffer, OpponentNotHere, check_opponent
from data.ids import MessageId, PlayerId
from data.states import ChallengeState, SeatChoice
from rules import GAMES
from rules.texts import Text


class Invitation(CustomId, prefix="o"):
    """The list of games to which somebody can be challenged."""

    opponent_id: PlayerId


async def visible_person(interaction: Interaction, player_id: PlayerId) -> Person:
    """The person, for people in a server of both. Raises OpponentNotHere."""
    if interaction.raw.guild is None:
        raise OpponentNotHere
    try:
        member = await interaction.raw.guild.fetch_member(player_id)
    except discord.NotFound as error:
        raise OpponentNotHere from error
    return Person(player_id, is_bot=member.bot)


async def on_invitation(click: Click[Invitation]) -> None:
    game, _, variant = click.value.partition(" ")
    await click.defer_private()
    opponent = await visible_person(click, click.id.opponent_id)
    await make_offer(click, ChallengeOffer(game, (opponent,), variant))


def games_for(opponent_id: PlayerId, allowed: Collection[str] | None) -> Page:
    """The games to which one person can be challenged, where ``allowed`` ones are played.

    None allows all.
    """
    found = {
        f"{name} {variant.id}": words.game(game.info, variant)
        for name, game in GAMES.items()
        if allowed is None or name in allowed
        for variant in game.info.variants
        if variant.seats == 2
    }
    if not found:
        return Page(words.NO_GAME)
    menu = Menu(Invitation(opponent_id), options(found), words.GAMES)
    return Page(words.which_game(opponent_id), menu)


FIRST_MOVES = {
    SeatChoice.FIRST.value: Text("I move first", "choice"),
    SeatChoice.SECOND.value: Text("I move second", "choice"),
    SeatChoice.RANDOM.value: Text("At random", "choice"),
}
RATED = "rated"
KINDS = {
    RATED: Text("Rated: it changes your ratings", "choice"),
    "friendly": Text("Friendly: no rating changes", "choice"),
}


class Challenges(commands.Cog):
    @command(
        "Challenge someone to a match, or anyone in this channel",
        game="Which game",
        opponent="Your opponent; leave it out and anyone here can accept",
        second_opponent="The third player, in a match for three",
        variant="Which variant; the usual one if left out",
        first_move="Who moves first; random if left out",
        level="How strong I play, if you challenge me",
        clock="Time to think, such as 3d a move; this server's default if left out",
        rated="Whether it changes your ratings; this server's default if left out",
    )
    @app_commands.choices(first_move=choices(FIRST_MOVES), rated=choices(KINDS))
    @app_commands.choices(level=game_options.LEVEL_CHOICES)
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        game: game_options.AnyGame,
        opponent: discord.User | None = None,
        second_opponent: discord.User | None = None,
        variant: game_options.AnyVariant | None = None,
        first_move: str = SeatChoice.RANDOM.value,
        level: int = game_options.CASUAL,
        clock: game_options.AnyClock | None = None,
        rated: str | None = None,
    ) -> None:
        people = tuple(person_of(user) for user in (opponent, second_opponent) if user is not None)
        wish = None if rated is None else rated == RATED
        offer = ChallengeOffer(game, people, variant, SeatChoice(first_move), clock, wish)
        await make_offer(interaction, offer, level)


@app_commands.guild_only()
@menu(words.CHALLENGE)
async def challenge_menu(interaction: Interaction, person: discord.Member) -> None:
    actor, opponent = interaction.actor, person_of(person)
    if not is_me(interaction, person.id):
        check_opponent(actor, opponent)
    server = actor.place.server_id
    played = None if server is None else await interaction.services.settings.of_server(server)
    allowed = None if played is None else played.allowed_games
    await interaction.show(games_for(opponent.id, allowed))


@menu(words.SHOW)
async def board_menu(interaction: Interaction, message: discord.Message) -> None:
    """Show the match whose board is on the message, as it is now."""
    actor, matches = interaction.actor, interaction.services.matches
    view = await matches.shown_in(actor, MessageId(message.id))
    await interaction.show_board(view)


async def on_challenge(click: Click[ChallengeButton]) -> None:
    """Accept, decline or cancel what any card offers, however old it is; the card follows."""
    await click.defer_beside()
    challenge = await _decided(click)
    if click.id.action is ChallengeAction.ACCEPT and challenge.state is ChallengeState.OPEN:
        # the card may look as it did before, for somebody who accepts again
        await click.say(joined(challenge))
    if click.id.action is ChallengeAction.DECLINE and challenge.state is ChallengeState.OPEN:
        await click.say(NOT_IN)


async def _decided(click: Click[ChallengeButton]) -> Challenge:
    challenges, challenge_id = click.services.challenges, click.id.challenge_id
    match click.id.action:
        case ChallengeAction.ACCEPT:
            return await challenges.accept(click.actor, challenge_id)
        case ChallengeAction.DECLINE:
            return await challenges.decline(click.actor, challenge_id)
        case ChallengeAction.CANCEL:
            return await challenges.cancel(click.actor, challenge_id)


HANDLERS = (
    handles(ChallengeButton, on_challenge, defer=False),
    handles(Invitation, on_invitation, defer=False),
)
