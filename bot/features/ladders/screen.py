"""``/ladder``: showing ladders to players, what their buttons do, and the panel of managers."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.actor import Person
from bot.core.matches import MatchService, Scope
from bot.features.ladders import history_words, pages, words
from bot.features.ladders.acts import ACTS, NOBODY, Act, Question
from bot.features.ladders.entries import NO_LADDER
from bot.features.ladders.errors import NoLadderHere, NotOnLadder
from bot.features.ladders.pages import LadderAction, LadderButton
from bot.features.ladders.service import ENTRIES_ON_PAGE, LadderService
from bot.features.ladders.values import Ladder, LadderCard, LadderNews, LadderState
from bot.features.ladders.words import ladder_name
from bot.screen.buttons import ChampionOf, champion_button, reason_field
from bot.screen.ids import CustomId
from bot.screen.interaction import (
    AnyGame,
    Click,
    Handler,
    Interaction,
    Purpose,
    Screen,
    command,
    match_list,
    member_named,
)
from bot.screen.interaction.declaring import locale_string
from bot.screen.names import plain
from bot.screen.page import (
    Accent,
    Button,
    Form,
    Listed,
    Page,
    Pick,
    Style,
    TextField,
    options,
    rows,
)
from bot.screen.words import NOT_KEPT, game_name, mention
from data.ids import ChannelId, LadderId, PlayerId
from rules import GAMES
from rules.texts import Text, Words


async def choose(
    interaction: Interaction, game: str | None, action: LadderAction, number: int = 0
) -> None:
    """Do an action on the ladder of a game, or the only one here; raises NoLadderHere.

    If there are several, show a button for each.
    """
    found = await interaction.services[LadderService].here(interaction.actor, game)
    ways = {LadderButton(each.id, action, number): ladder_name(each) for each in found}
    if len(ways) == 1:
        await do_action(interaction, *ways)
    else:
        buttons = (Button(name, way, Style.PRIMARY) for way, name in ways.items())
        await interaction.show(Page(words.WHICH, *rows(*buttons), accent=Accent.GOLD))


async def show_page(interaction: Interaction, ladder_id: LadderId, page: int | None = None) -> None:
    """Show a page of the standings, for None the one with the reader's place."""
    actor = interaction.actor
    view = await interaction.services[LadderService].look(actor, ladder_id, page)
    ladder = view.state.ladder
    names = await pages.names_in(ladder, view.lines, interaction.client.names)
    chart = pages.chart_of(ladder, view.lines, names, actor.id) if view.lines else None
    await interaction.show_with(chart, partial(pages.page, view))


async def show_targets(interaction: Interaction, ladder_id: LadderId) -> None:
    """Show whom the reader may challenge, and why not the others."""
    look = interaction.services[LadderService].look
    view = await look(interaction.actor, ladder_id, with_targets=True)
    targets = pages.legal(view)
    known = [each.player_id for each in targets]
    names = await interaction.client.names.in_time(known, view.state.ladder.server_id)
    await interaction.show(pages.challenge_menu(view, targets, names))


async def show_history(interaction: Interaction, ladder_id: LadderId, before: int = 0) -> None:
    """Show a page of the history before an entry, 0 for the newest page."""
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
    page = partial(pages.history, view.state.ladder, events, before, ENTRIES_ON_PAGE)
    await interaction.show_with(chart, page)


async def on_ladder(click: Click[LadderButton]) -> None:
    await do_action(click, replace(click.id, number=click.number_or(click.id.number)))


async def do_action(interaction: Interaction, asked: LadderButton) -> None:
    ladders, actor = interaction.services[LadderService], interaction.actor
    ladder_id = asked.ladder_id
    match asked.action:
        case LadderAction.CHALLENGE:
            await show_targets(interaction, ladder_id)
        case LadderAction.PICK:  # a forged 0 is nobody
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


LOOKED_THROUGH = 250
"""How many of the server's latest matches are searched for those of a ladder."""


class LadderAct(CustomId, prefix="la"):
    """A button of the panel, or the form that it opens; to create, the ladder is NO_LADDER."""

    ladder_id: LadderId
    act: Act


def _fields() -> Mapping[Question, tuple[TextField | Pick, ...]]:
    games: dict[str, Words] = {
        f"{game.info.id} {variant.id}": game_name(game.info, variant)
        for game in GAMES.values()
        for variant in game.info.variants
        if variant.seats == 2
    }
    person = Text("The player")
    return {
        Question.GAME: (Pick("game", Text("Game"), options(games)),),
        Question.CLOCK: (
            TextField("clock", Text("Time control, such as 3d a move"), 40, begun="3d"),
        ),
        Question.CHANNEL: (
            Pick("channel", Text("Where; here if left out"), Listed.CHANNELS, optional=True),
        ),
        Question.JOINS: (
            Pick("joins", Text("Who can join"), options(words.WHO_JOINS, words.EVERYBODY)),
        ),
        Question.PLAYER: (Pick("player", person, Listed.PEOPLE),),
        Question.WHO: (
            Pick("player", person, Listed.PEOPLE, optional=True),
            TextField("at", Text("Or their place now"), 6, optional=True),
        ),
        Question.PLACE: (TextField("place", Text("The new place, from 1"), 6, least=1),),
        Question.REASON: (reason_field(),),
    }


FIELDS = _fields()


async def manage(interaction: Interaction, game: str | None) -> None:
    """Show the panel of the ladder of a game, or the only one, else a button for each."""
    await interaction.services[MatchService].check_manager(interaction.actor)
    found: Sequence[Ladder] = ()
    with suppress(NoLadderHere):
        found = await interaction.services[LadderService].here(interaction.actor, game)
    if len(found) == 1:
        await _show(interaction, found[0].id)
        return
    ways = (Button(ladder_name(each), LadderAct(each.id, Act.PANEL)) for each in found)
    create = Button(ACTS[Act.CREATE].label, LadderAct(NO_LADDER, Act.CREATE), Style.SUCCESS)
    told = words.WHICH if found else words.NO_LADDER
    await interaction.show(Page(told, *rows(*ways, create), accent=Accent.GOLD))


async def _show(interaction: Interaction, ladder_id: LadderId, remark: Words | None = None) -> None:
    """Show the panel, below a remark on what was just done."""
    state = await interaction.services[LadderService].check(interaction.actor, ladder_id)
    await interaction.show(panel(state, remark))


def panel(state: LadderState, remark: Words | None = None) -> Page:
    ladder = state.ladder
    *ways, create, close = (
        Button(
            known.label,
            LadderAct(NO_LADDER if act is Act.CREATE else ladder.id, act),
            Style.DANGER if act is Act.CLOSE else Style.SECONDARY,
        )
        for act, known in ACTS.items()
        if known.when(state)
    )
    return Page(
        remark,
        words.heading(ladder, len(state.standings.order)),
        words.nowhere(ladder),
        *rows(*ways, champion_button(ladder.game, ChampionOf.LADDER), create, close),
        accent=Accent.GOLD,
    )


async def on_act(click: Click[LadderAct]) -> None:
    act, ladder_id, ladders = click.id.act, click.id.ladder_id, click.services[LadderService]
    if act in ACTS and ACTS[act].asks:
        about: Words = ""
        if act is Act.CREATE:
            await click.services[MatchService].check_manager(click.actor)
        else:
            about = words.title((await ladders.check(click.actor, ladder_id)).ladder)
        fields = tuple(field for each in ACTS[act].asks for field in FIELDS[each])
        await click.ask(Form(ACTS[act].label, click.id, fields, about))
        return
    await click.defer_update()
    match act:
        case Act.THAW:
            state = await ladders.act(click.actor, ladder_id, act)
            await click.show(panel(state, words.done(state.ladder, reason=False)))
        case Act.AUDIT:
            found = await ladders.review(click.actor, ladder_id)
            await _show(click, ladder_id, history_words.review(found))
        case Act.CORRECT:
            await _show_matches(click, ladder_id)
        case _:
            await _show(click, ladder_id)


async def _show_matches(click: Click[LadderAct], ladder_id: LadderId) -> None:
    """Show the matches of the ladder, each with the button to the panel that corrects it."""
    await click.services[LadderService].check(click.actor, ladder_id)
    found = await click.services[MatchService].offered(click.actor, Scope.SERVER, LOOKED_THROUGH)
    theirs = [each for each in found if each.ladder_id == ladder_id]
    if not theirs:
        await _show(click, ladder_id, words.NO_MATCHES)
        return
    await click.show(Page(words.CORRECT, await match_list(click, theirs, Purpose.MANAGE)))


async def on_form(click: Click[LadderAct]) -> None:
    ladders, actor, act = click.services[LadderService], click.actor, click.id.act
    await click.services[MatchService].check_manager(actor)
    if act is Act.CREATE:
        game, _, variant = click.field("game").partition(" ")
        closed = click.field("joins") == words.INVITED
        made = (game, click.field("clock"), _channel(click), variant or None)
        state = await ladders.create(actor, *made, by_invitation=closed)
        await click.show(panel(state, words.created(state.ladder)))
        return
    ladder_id, asks = click.id.ladder_id, ACTS[act].asks if act in ACTS else ()
    state, who, place = await ladders.check(actor, ladder_id), NOBODY, click.numbered("place") or 0
    if Question.WHO in asks:
        who = _whom(click, state)
    if not asks or (Question.WHO in asks and not who) or (Question.PLACE in asks and not place):
        await click.show(panel(state, NOT_KEPT))
        return
    if Question.CHANNEL in asks:
        actor = replace(actor, place=replace(actor.place, channel_id=_channel(click)))
    if Question.PLAYER in asks:
        who = (await member_named(click, PlayerId(click.numbered("player") or 0))).id
    state = await ladders.act(actor, ladder_id, act, who, place, click.field("reason"))
    told = words.done(state.ladder, reason=Question.REASON in asks)
    if (done := ACTS[act].done) is not None:
        filling = {"player": mention(who), "channel": f"<#{state.ladder.channel_id}>"}
        told = done.of(ladder=ladder_name(state.ladder), **filling)
    await (click.say(told) if act is Act.CLOSE else click.show(panel(state, told)))


def _channel(click: Click[LadderAct]) -> ChannelId:
    """The channel that was chosen, else this one."""
    chosen = click.numbered("channel")
    return click.stands(None if chosen is None else ChannelId(chosen))


def _whom(click: Click[LadderAct], state: LadderState) -> PlayerId:
    """The player who was chosen, else the one on the place that was typed, or NOBODY."""
    chosen, order = click.numbered("player"), state.standings.order
    if chosen is not None:
        return PlayerId(chosen)
    place = click.numbered("at") or 0
    return order[place - 1] if 0 < place <= len(order) else NOBODY


WHICH = Text("Which ladder, where there are several", "command")


@app_commands.guild_only()
class Ladders(
    commands.GroupCog,
    name="ladder",
    description=locale_string(Text("Places won by challenges", "command")),
):
    @command("The standings of a ladder, your own place and what happened", game=WHICH)
    async def show(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        await choose(interaction, game, LadderAction.NEWS)

    @command("Enter a ladder at the bottom", game=WHICH)
    async def join(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        await choose(interaction, game, LadderAction.JOIN)

    @command(
        "Challenge a player for their place, or see whom you can challenge",
        opponent="The player you challenge",
        game=WHICH,
    )
    async def challenge(
        self,
        interaction: Interaction,
        opponent: discord.User | None = None,
        game: AnyGame | None = None,
    ) -> None:
        if opponent is None:
            await choose(interaction, game, LadderAction.CHALLENGE)
        else:
            await choose(interaction, game, LadderAction.PICK, opponent.id)

    @command("Make a ladder, or change one: places, freezing, closing (managers)", game=WHICH)
    async def manage(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        await manage(interaction, game)


SCREEN = Screen(
    cogs=(Ladders,),
    handlers=(
        Handler(LadderButton, on_ladder),
        Handler(LadderAct, on_act, defer=False),
        Handler(LadderAct, on_form, is_form=True),
    ),
    faces={LadderCard: pages.face_of_standings, LadderNews: pages.face_of_news},
    named={LadderCard: pages.with_names},
)
