"""What managers do to ladders, as a panel of buttons; what needs more than a press opens a form."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum

from bot.core.matches import MatchService, Scope
from bot.features.ladders import history_words, words
from bot.features.ladders.errors import NoLadderHere
from bot.features.ladders.management import LadderManagement
from bot.features.ladders.service import LadderService
from bot.features.ladders.values import Ladder, LadderState
from bot.features.ladders.words import ladder_name
from bot.screen.buttons import ChampionOf, champion_button, reason_field
from bot.screen.ids import CustomId
from bot.screen.interaction import Click, Interaction, Purpose, match_list, member_named
from bot.screen.page import Accent, Button, Field, Form, Listed, Page, Pick, Style, options, rows
from bot.screen.words import NOT_KEPT, game_name
from data.ids import ChannelId, LadderId, PlayerId
from rules import GAMES
from rules.texts import Text, Words

NO_LADDER = LadderId(0)
LOOKED_THROUGH = 250
"""So many of the server's latest matches are looked through for those of a ladder."""


class Act(StrEnum):
    PANEL = "panel"
    CREATE = "create"
    POST = "post"
    INVITE = "invite"
    PLACE = "place"
    REMOVE = "remove"
    FREEZE = "freeze"
    THAW = "thaw"
    CORRECT = "correct"
    AUDIT = "audit"
    CLOSE = "close"


class LadderAct(CustomId, prefix="la"):
    """A button of the panel, or the form that it opens; to create, the ladder is NO_LADDER."""

    ladder_id: LadderId
    act: Act


LABELS: Mapping[Act, Text] = {
    Act.CREATE: Text("New ladder", "button"),
    Act.POST: Text("Post elsewhere", "button"),
    Act.INVITE: Text("Invite", "button"),
    Act.PLACE: Text("Move a player", "button"),
    Act.REMOVE: Text("Remove a player", "button"),
    Act.FREEZE: Text("Freeze", "button"),
    Act.THAW: Text("Unfreeze", "button"),
    Act.CORRECT: Text("Correct a match", "button"),
    Act.AUDIT: Text("Unusual records", "button"),
    Act.CLOSE: Text("Close for good", "button"),
}
_WHO = (
    Pick("player", Text("The player"), Listed.PEOPLE, optional=True),
    Field("at", Text("Or their place now"), 6, optional=True),
)
_WHERE = Pick("channel", Text("Where; here if left out"), Listed.CHANNELS, optional=True)
_WHY = reason_field()


def _forms() -> Mapping[Act, tuple[Field | Pick, ...]]:
    games: dict[str, Words] = {
        f"{game.info.id} {variant.id}": game_name(game.info, variant)
        for game in GAMES.values()
        for variant in game.info.variants
        if variant.seats == 2
    }
    return {
        Act.CREATE: (
            Pick("game", Text("Game"), options(games)),
            Field("clock", Text("Clock, such as 3d for every move"), 40, begun="3d"),
            _WHERE,
            Pick("joins", Text("Who can join"), options(words.WHO_JOINS, words.EVERYBODY)),
        ),
        Act.POST: (_WHERE,),
        Act.INVITE: (Pick("player", Text("The player"), Listed.PEOPLE),),
        Act.PLACE: (*_WHO, Field("place", Text("The new place, from 1"), 6, least=1), _WHY),
        Act.REMOVE: (*_WHO, _WHY),
        Act.FREEZE: (_WHY,),
        Act.CLOSE: (_WHY,),
    }


FORMS = _forms()
"""What a button asks for; those that are not here do something at once."""


async def manage(interaction: Interaction, game: str | None) -> None:
    """Show the panel of the ladder that is meant, or which there are."""
    await interaction.services[MatchService].check_manager(interaction.actor)
    found: Sequence[Ladder] = ()
    with suppress(NoLadderHere):
        found = await interaction.services[LadderService].here(interaction.actor, game)
    if len(found) == 1:
        await _show(interaction, found[0].id)
        return
    ways = (Button(ladder_name(each), LadderAct(each.id, Act.PANEL)) for each in found)
    create = Button(LABELS[Act.CREATE], LadderAct(NO_LADDER, Act.CREATE), Style.SUCCESS)
    told = words.WHICH if found else words.NO_LADDER
    await interaction.show(Page(told, *rows(*ways, create), accent=Accent.GOLD))


async def _show(interaction: Interaction, ladder_id: LadderId, remark: Words | None = None) -> None:
    """Show the panel, below a remark on what was just done."""
    state = await interaction.services[LadderManagement].check(interaction.actor, ladder_id)
    await interaction.show(panel(state, remark))


def panel(state: LadderState, remark: Words | None = None) -> Page:
    ladder = state.ladder
    acts = [Act.PLACE, Act.REMOVE, Act.CORRECT, Act.THAW if state.is_frozen else Act.FREEZE]
    acts += [Act.AUDIT, Act.POST, *([Act.INVITE] if ladder.by_invitation else [])]
    buttons = (Button(LABELS[act], LadderAct(ladder.id, act)) for act in acts)
    return Page(
        remark,
        words.heading(ladder, len(state.standings.order)),
        words.nowhere(ladder),
        *rows(
            *buttons,
            champion_button(ladder.game, ChampionOf.LADDER),
            Button(LABELS[Act.CREATE], LadderAct(NO_LADDER, Act.CREATE)),
            Button(LABELS[Act.CLOSE], LadderAct(ladder.id, Act.CLOSE), Style.DANGER),
        ),
        accent=Accent.GOLD,
    )


async def on_act(click: Click[LadderAct]) -> None:
    act, ladder_id, management = click.id.act, click.id.ladder_id, click.services[LadderManagement]
    if act in FORMS:
        about: Words = ""
        if act is Act.CREATE:
            await click.services[MatchService].check_manager(click.actor)
        else:
            about = words.title((await management.check(click.actor, ladder_id)).ladder)
        await click.ask(Form(LABELS[act], click.id, FORMS[act], about))
        return
    await click.defer_update()
    match act:
        case Act.THAW:
            state = await management.thaw(click.actor, ladder_id)
            await click.show(panel(state, words.done(state.ladder)))
        case Act.AUDIT:
            found = await management.review(click.actor, ladder_id)
            await _show(click, ladder_id, history_words.review(found))
        case Act.CORRECT:
            await _show_matches(click, ladder_id)
        case _:
            await _show(click, ladder_id)


async def _show_matches(click: Click[LadderAct], ladder_id: LadderId) -> None:
    """Let a match of the ladder be chosen, whose own panel corrects it."""
    await click.services[LadderManagement].check(click.actor, ladder_id)
    found = await click.services[MatchService].offered(click.actor, Scope.SERVER, LOOKED_THROUGH)
    theirs = [each for each in found if each.ladder_id == ladder_id]
    if not theirs:
        await _show(click, ladder_id, words.NO_MATCHES)
        return
    await click.show(Page(words.CORRECT, await match_list(click, theirs, Purpose.MANAGE)))


async def on_form(click: Click[LadderAct]) -> None:
    management, actor, ladder_id = click.services[LadderManagement], click.actor, click.id.ladder_id
    reason = click.field("reason")
    await click.services[MatchService].check_manager(actor)
    match click.id.act:
        case Act.CREATE:
            game, _, variant = click.field("game").partition(" ")
            closed = click.field("joins") == words.INVITED
            made = (game, click.field("clock"), _channel(click), variant or None)
            state = await management.create(actor, *made, by_invitation=closed)
            told = words.created(state.ladder)
        case Act.POST:
            channel_id = _channel(click)
            state = await management.post(actor, ladder_id, channel_id)
            told = words.posted(state.ladder, channel_id)
        case Act.INVITE:
            invited = (await member_named(click, PlayerId(click.numbered("player") or 0))).id
            state = await management.invite(actor, ladder_id, invited)
            told = words.invited(state.ladder, invited)
        case Act.PLACE | Act.REMOVE:
            state = await management.check(actor, ladder_id)
            who, place = _whom(click, state), click.numbered("place")
            if who is None or (click.id.act is Act.PLACE and not place):
                await click.show(panel(state, NOT_KEPT))
                return
            if place:
                state = await management.move(actor, ladder_id, who, place, reason)
            else:
                state = await management.remove(actor, ladder_id, who, reason)
            told = words.done(state.ladder)
        case Act.FREEZE:
            state = await management.freeze(actor, ladder_id, reason)
            told = words.done(state.ladder)
        case Act.CLOSE:
            state = await management.close(actor, ladder_id, reason)
            await click.say(words.done(state.ladder))
            return
        case _:
            state, told = await management.check(actor, ladder_id), NOT_KEPT
    await click.show(panel(state, told))


def _channel(click: Click[LadderAct]) -> ChannelId:
    """The channel that was chosen, else this one."""
    chosen = click.numbered("channel")
    return click.stands(None if chosen is None else ChannelId(chosen))


def _whom(click: Click[LadderAct], state: LadderState) -> PlayerId | None:
    """Who was chosen, else who has the place that was written; None for nobody."""
    chosen, order = click.numbered("player"), state.standings.order
    if chosen is not None:
        return PlayerId(chosen)
    place = click.numbered("at") or 0
    return order[place - 1] if 0 < place <= len(order) else None
