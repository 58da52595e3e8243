"""Showing somebody a ladder, making their challenges, and what answers its buttons."""

from dataclasses import replace
from functools import partial

from bot.chat.common.names import plain
from bot.chat.common.permissions import POSTING
from bot.chat.interaction import Click, Interaction, handles, takes
from bot.chat.ladders import layouts
from bot.chat.ladders import text as words
from bot.chat.ladders.layouts import LadderAction, LadderButton, LadderCloseFormId
from bot.services.actor import Person
from bot.services.ladders import EVENTS, NotOnLadder
from data.ids import LadderId, PlayerId


async def meant(interaction: Interaction, game: str | None) -> LadderId:
    """The ladder of a game, or the only one here; raises NoLadderHere or SeveralLadders."""
    return await interaction.services.ladders.meant(interaction.actor, game)


async def show_page(interaction: Interaction, ladder_id: LadderId, page: int | None = None) -> None:
    """Show a page of the standings, the one with the reader's place if none is named."""
    actor = interaction.actor
    view = await interaction.services.ladders.look(actor, ladder_id, page)
    ladder = view.state.ladder
    names = await layouts.names_in(ladder, view.lines, interaction.client.names)
    chart = layouts.chart_of(ladder, view.lines, names, actor.id) if view.lines else None
    await interaction.show_with(chart, partial(layouts.page, view))


async def show_targets(interaction: Interaction, ladder_id: LadderId) -> None:
    """Show whom the reader may challenge, and why not the others."""
    view = await interaction.services.ladders.prospects(interaction.actor, ladder_id)
    targets = layouts.legal(view)
    known = [each.player_id for each in targets]
    names = await interaction.client.names.in_time(known, view.state.ladder.server_id)
    await interaction.show(layouts.challenge_menu(view, targets, names))


async def show_history(interaction: Interaction, ladder_id: LadderId, before: int = 0) -> None:
    """Show a page of what happened, of what came before an entry; 0 is the end."""
    ladders, actor = interaction.services.ladders, interaction.actor
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
    page = partial(layouts.history, view.state.ladder, events, before, EVENTS)
    await interaction.show_with(chart, page)


async def challenge(interaction: Interaction, ladder_id: LadderId, opponent: Person) -> None:
    """Make the challenge where the bot may post its card."""
    interaction.require(POSTING)
    made = await interaction.services.ladders.challenge(interaction.actor, ladder_id, opponent)
    await interaction.say(words.challenged(made))


async def ask_to_leave(interaction: Interaction, ladder_id: LadderId) -> None:
    actor = interaction.actor
    view = await interaction.services.ladders.look(actor, ladder_id)
    if view.place is None:
        raise NotOnLadder(view.state.ladder, actor.id)
    await interaction.show(layouts.leave(view.state.ladder, view.place))


async def join(interaction: Interaction, ladder_id: LadderId) -> None:
    actor = interaction.actor
    state = await interaction.services.ladders.join(actor, ladder_id)
    await interaction.say(words.joined(state, actor.id))


async def on_ladder(click: Click[LadderButton]) -> None:
    interaction, ladder_id = click, click.id.ladder_id
    match click.id.action:
        case LadderAction.CHALLENGE:
            await show_targets(interaction, ladder_id)
        case LadderAction.PICK:
            opponent = Person(PlayerId(click.number_or(0)))  # 0 is nobody, as a forger may choose
            await challenge(interaction, ladder_id, opponent)
        case LadderAction.JOIN:
            await join(interaction, ladder_id)
        case LadderAction.LEAVE:
            state = await interaction.services.ladders.leave(interaction.actor, ladder_id)
            await interaction.say(words.left(state.ladder))
        case LadderAction.STAY:
            await interaction.say(words.STAYED)
        case LadderAction.SHOW:
            await show_page(interaction, ladder_id, click.id.number)
        case LadderAction.NEWS:
            await show_page(interaction, ladder_id)
        case LadderAction.HISTORY:
            await show_history(interaction, ladder_id, click.id.number)


async def on_close(click: Click[LadderCloseFormId]) -> None:
    management = click.services.ladder_management
    state = await management.close(click.actor, click.id.ladder_id, click.value)
    await click.say(words.done(state.ladder))


HANDLERS = (handles(LadderButton, on_ladder), takes(LadderCloseFormId, on_close))
