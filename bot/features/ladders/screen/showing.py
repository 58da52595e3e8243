"""Showing somebody a ladder, and what its commands and buttons do."""

from dataclasses import replace
from functools import partial

from bot.core.actor import Person
from bot.features.ladders import pages, words
from bot.features.ladders.errors import NotOnLadder
from bot.features.ladders.pages import LadderAction, LadderButton
from bot.features.ladders.service import EVENTS_ON_PAGE, LadderService
from bot.features.ladders.words import ladder_name
from bot.screen.interaction import Click, Interaction
from bot.screen.names import plain
from bot.screen.page import Accent, Button, Page, Style, rows
from data.ids import LadderId, PlayerId


async def choose(
    interaction: Interaction, game: str | None, action: LadderAction, number: int = 0
) -> None:
    """Do something on the ladder of a game, or the only one here; raises NoLadderHere.

    Where there are several, each is offered by the button that does it there.
    """
    found = await interaction.services[LadderService].here(interaction.actor, game)
    ways = {LadderButton(each.id, action, number): ladder_name(each) for each in found}
    if len(ways) == 1:
        await do(interaction, *ways)
    else:
        buttons = (Button(name, way, Style.PRIMARY) for way, name in ways.items())
        await interaction.show(Page(words.WHICH, *rows(*buttons), accent=Accent.GOLD))


async def show_page(interaction: Interaction, ladder_id: LadderId, page: int | None = None) -> None:
    """Show a page of the standings, the one with the reader's place if none is named."""
    actor = interaction.actor
    view = await interaction.services[LadderService].look(actor, ladder_id, page)
    ladder = view.state.ladder
    names = await pages.names_in(ladder, view.lines, interaction.client.names)
    chart = pages.chart_of(ladder, view.lines, names, actor.id) if view.lines else None
    await interaction.show_with(chart, partial(pages.page, view))


async def show_targets(interaction: Interaction, ladder_id: LadderId) -> None:
    """Show whom the reader may challenge, and why not the others."""
    view = await interaction.services[LadderService].prospects(interaction.actor, ladder_id)
    targets = pages.legal(view)
    known = [each.player_id for each in targets]
    names = await interaction.client.names.in_time(known, view.state.ladder.server_id)
    await interaction.show(pages.challenge_menu(view, targets, names))


async def show_history(interaction: Interaction, ladder_id: LadderId, before: int = 0) -> None:
    """Show a page of what happened, of what came before an entry; 0 is the end."""
    ladders, actor = interaction.services[LadderService], interaction.actor
    view = await ladders.look(actor, ladder_id)
    events = await ladders.history(actor, ladder_id, before or None)
    found = None if before else await ladders.chart(actor, ladder_id)
    chart = None
    if found is not None:
        unnamed, people = found
        names = await interaction.client.names.in_time(people, view.state.ladder.server_id)
        named = zip(unnamed.lines, people, strict=True)
        lines = tuple(replace(line, name=plain(names.get(who, ""))) for line, who in named)
        chart = replace(unnamed, lines=lines)
    page = partial(pages.history, view.state.ladder, events, before, EVENTS_ON_PAGE)
    await interaction.show_with(chart, page)


async def on_ladder(click: Click[LadderButton]) -> None:
    await do(click, replace(click.id, number=click.number_or(click.id.number)))


async def do(interaction: Interaction, asked: LadderButton) -> None:
    ladders, actor, ladder_id = (
        interaction.services[LadderService],
        interaction.actor,
        asked.ladder_id,
    )
    match asked.action:
        case LadderAction.CHALLENGE:
            await show_targets(interaction, ladder_id)
        case LadderAction.PICK:  # 0 is nobody, as a forger may choose
            interaction.stands(await ladders.channel_of_challenges(actor))
            made = await ladders.challenge(actor, ladder_id, Person(PlayerId(asked.number)))
            await interaction.say(words.challenged(made))
        case LadderAction.JOIN:
            state = await ladders.join(actor, ladder_id)
            await interaction.say(words.joined(state, actor.id))
        case LadderAction.LEAVING:
            view = await ladders.look(actor, ladder_id)
            if view.place is None:
                raise NotOnLadder(view.state.ladder, actor.id)
            await interaction.show(pages.leave(view.state.ladder, view.place))
        case LadderAction.LEAVE:
            left = await ladders.leave(actor, ladder_id)
            await interaction.say(words.left(left.ladder))
        case LadderAction.STAY:
            await interaction.say(words.STAYED)
        case LadderAction.SHOW | LadderAction.NEWS:
            page = asked.number if asked.action is LadderAction.SHOW else None
            await show_page(interaction, ladder_id, page)
        case LadderAction.HISTORY:
            await show_history(interaction, ladder_id, asked.number)
