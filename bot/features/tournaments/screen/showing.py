"""Showing somebody a tournament, and what answers its buttons."""

from functools import partial

from bot.core.absences import Absence, Spot
from bot.features.places import AbsenceService
from bot.features.requests import InboxService
from bot.features.tournaments import pages, words
from bot.features.tournaments.format_words import words_of
from bot.features.tournaments.pages import TournamentAction, TournamentButton
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.values import Tournament, TournamentView
from bot.screen.interaction import Click, Interaction
from bot.screen.names import names_here
from data.ids import TournamentId


async def show(interaction: Interaction, tournament_id: TournamentId, number: int = 0) -> None:
    """Show one of the tables, counted from 1; the reader's own for 0."""
    view = await interaction.services[TournamentService].look(interaction.actor, tournament_id)
    await show_view(interaction, view, number)


async def show_view(interaction: Interaction, view: TournamentView, number: int = 0) -> None:
    """Show a tournament that was read, with the crosstable where it is small enough."""
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


async def absence_of(interaction: Interaction, tournament: Tournament) -> Absence | None:
    """Why a tournament stands still that is to go on: the bot cannot be in its channel."""
    if not (tournament.is_open or tournament.has_begun):
        return None
    spot = Spot(tournament.server_id, tournament.channel_id)
    return await interaction.services[AbsenceService].at(spot)


async def show_history(
    interaction: Interaction, tournament_id: TournamentId, before: int = 0
) -> None:
    """Show a page of what happened, of what came before an entry; 0 is the end."""
    tournaments, actor = interaction.services[TournamentService], interaction.actor
    view = await tournaments.look(actor, tournament_id)
    events = await tournaments.history(actor, tournament_id, before or None)
    await interaction.show(pages.history(view.tournament, events, before))


async def on_tournament(click: Click[TournamentButton]) -> None:
    """Show or do what was pressed; whoever pressed it is answered alone."""
    tournaments, actor, tournament_id = (
        click.services[TournamentService],
        click.actor,
        click.id.tournament_id,
    )
    match click.id.action:
        case TournamentAction.SHOW | TournamentAction.NEWS:
            number = click.id.number if click.id.action is TournamentAction.SHOW else 0
            await show(click, tournament_id, number)
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
