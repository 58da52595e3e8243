"""``/tournament``: showing tournaments and what their buttons do, and creating one."""

from collections.abc import Mapping
from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.core.matches import MatchService
from bot.features.requests import InboxService
from bot.features.tournaments import pages, words
from bot.features.tournaments.errors import UnknownTournament
from bot.features.tournaments.format_words import words_of
from bot.features.tournaments.log import TournamentNotice
from bot.features.tournaments.pages import TournamentAction, TournamentButton
from bot.features.tournaments.screen import creating, managing
from bot.features.tournaments.screen.managing import absence_of
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.values import TournamentCard, TournamentNews, TournamentView
from bot.features.tournaments.words import WHICH, named
from bot.screen.interaction import Click, Handler, Interaction, Screen, command
from bot.screen.interaction.command_options import NumberOption
from bot.screen.interaction.declaring import locale_string
from bot.screen.names import names_here, plain
from bot.screen.page import Button, Page, rows
from data.ids import TournamentId
from rules.texts import Text, Words


async def show_tournament(
    interaction: Interaction, tournament_id: TournamentId, number: int = 0
) -> None:
    """Show one of the tables, counted from 1; the reader's own for 0."""
    view = await interaction.services[TournamentService].look(interaction.actor, tournament_id)
    await show_view(interaction, view, number)


async def show_view(interaction: Interaction, view: TournamentView, number: int = 0) -> None:
    """Show a tournament with the chart of its table, if the table has one."""
    view = pages.paged(view)
    page = min(number - 1, max(len(view.tables) - 1, 0)) if number else view.own_table
    inbox = await interaction.services[InboxService].read(interaction.actor.id)
    mine = [each for each in inbox.waiting if each.tournament_id == view.tournament.id]
    chart = None
    if view.tables:
        table = view.tables[page]
        people = [row.player_id for row in table.rows]
        names = await names_here(interaction.client.names, people, view.tournament.server_id)
        picture = words_of(view.tournament).picture
        chart = picture(view.field, table, names, view.reader_id)
    absence = await absence_of(interaction, view.tournament)
    await interaction.show_with(chart, partial(pages.page, view, page, mine, absence))


async def show_history(
    interaction: Interaction, tournament_id: TournamentId, before: int = 0
) -> None:
    """Show a page of the log before an entry, 0 for the newest page."""
    tournaments, actor = interaction.services[TournamentService], interaction.actor
    view = await tournaments.look(actor, tournament_id)
    events = await tournaments.history(actor, tournament_id, before or None)
    await interaction.show(pages.history(view.tournament, events, before))


async def on_tournament(click: Click[TournamentButton]) -> None:
    """Answer a button on a tournament's message, privately."""
    tournaments, actor = click.services[TournamentService], click.actor
    tournament_id = click.id.tournament_id
    match click.id.action:
        case TournamentAction.SHOW | TournamentAction.NEWS:
            number = click.id.number if click.id.action is TournamentAction.SHOW else 0
            await show_tournament(click, tournament_id, number)
        case TournamentAction.JOIN | TournamentAction.ONCE:
            stays = click.id.action is TournamentAction.JOIN
            await click.say(
                words.entered(await tournaments.enter(actor, tournament_id, stays=stays))
            )
        case TournamentAction.LEAVE:
            await show_view(click, await tournaments.leave(actor, tournament_id))
        case TournamentAction.SIT_OUT:
            await show_view(click, await tournaments.sit_out(actor, tournament_id))
        case TournamentAction.WITHDRAW:
            view = await tournaments.look(actor, tournament_id)
            await click.show(pages.ask_to_withdraw(view))
        case TournamentAction.WITHDRAWN:
            await show_view(click, await tournaments.withdraw(actor, tournament_id))
        case TournamentAction.STAY:
            await click.say(words.STAYED)
        case TournamentAction.HISTORY:
            await show_history(click, tournament_id, click.id.number)
        case TournamentAction.PLACES:
            await click.show(pages.places(await tournaments.look(actor, tournament_id)))


async def _offered(ours: Interaction) -> Mapping[TournamentId, Words]:
    found = await ours.services[TournamentService].here(ours.actor)
    return {each.id: named(each, plain) for each in found}


AnyTournament = app_commands.Transform[TournamentId, NumberOption(_offered, UnknownTournament)]


@app_commands.guild_only()
class Tournaments(
    commands.GroupCog,
    name="tournament",
    description=locale_string(
        Text("Leagues, cups and other tournaments of this server", "command")
    ),
):
    """Looking, and making one; everything else is a button."""

    @command(
        "Tournaments you can join or that are running, your place and your games",
        tournament="Which tournament, where there are several",
    )
    async def show(self, interaction: Interaction, tournament: AnyTournament | None = None) -> None:
        found = await interaction.services[TournamentService].meant(interaction.actor, tournament)
        if len(found) == 1:
            await show_tournament(interaction, found[0].id)
            return
        ways = (
            Button(named(each, plain), TournamentButton(each.id, TournamentAction.SHOW))
            for each in found
        )
        await interaction.show(Page(WHICH, *rows(*ways)))

    @command("Make a league, a knockout cup or a Swiss tournament (managers)")
    async def create(self, interaction: Interaction) -> None:
        await interaction.services[MatchService].check_manager(interaction.actor)
        await interaction.show(creating.panel(creating.first()))


SCREEN = Screen(
    cogs=(Tournaments,),
    handlers=(
        Handler(TournamentButton, on_tournament),
        Handler(creating.SetupPanel, creating.on_panel, defer=False),
        Handler(creating.SetupPanel, creating.on_form, is_form=True),
        Handler(managing.ManageButton, managing.on_act, defer=False),
        Handler(managing.ManageButton, managing.on_form, is_form=True),
    ),
    faces={
        TournamentCard: pages.face_of_card,
        TournamentNews: pages.face_of_news,
        TournamentNotice: pages.face_of_notice,
    },
    named={
        TournamentCard: pages.with_names,
        TournamentNews: pages.news_with_names,
    },
)
