"""Handlers of the buttons below boards, and of lists of matches."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.core.matches import IllegalText, MatchOver, MatchService, MatchState, UnknownMatch
from bot.core.pictures import PictureService
from bot.features.challenges.screen.offering import offer_rematch
from bot.features.matches import pages
from bot.features.moves.screen.buttons import open_composer
from bot.features.moves.screen.played import played
from bot.features.practice.screen import hint_in_match
from bot.features.replays.screen import export, post, share, show_start
from bot.features.requests import Requests
from bot.features.requests import screen as match_actions
from bot.features.rulings.screen import show_rulings
from bot.features.watching import WatchService
from bot.screen.buttons import move_button
from bot.screen.ids import MatchAction, MatchButton
from bot.screen.interaction import Click, Interaction, Purpose, match_option
from bot.screen.messenger.pages import board_as_text, look_rows
from bot.screen.messenger.words import last_line
from bot.screen.page import Accent, Page, Picture, Row
from bot.screen.words import KEPT, UNFOLLOWED, match_title, row
from data.ids import MatchId
from data.states import RequestKind
from renderer import alt_text, lens_text
from rules.game import Passed
from rules.texts import Plain, Text, lines, sentences

MOTION = "last-move.gif"
NOTHING_YET = Text("Nobody has moved yet.")
NO_LENS = Text("There is nothing to mark in this game.")


async def show_motion(click: Click[MatchButton]) -> None:
    match = await click.services[MatchService].visible(click.actor, click.id.match_id)
    refusal = _still(match)
    if refusal is not None:
        await click.say(refusal)
        return
    made = match.moves[-1]
    own = await click.own_picture(match)
    after = replace(own, position=made.before.after(made.move), events=made.events)
    moving = await click.services[PictureService].motion(made.before, after)
    told = lines(Plain("**{match}**", match=match_title(match)), made.sentence)
    shown = Picture(alt_text(after, made.sentence), MOTION)
    others = look_rows(match, click.actor.id, MatchAction.MOTION)
    await click.show(Page(told, shown, *others, accent=Accent.TEAL), moving, MOTION)


async def show_lens(click: Click[MatchButton]) -> None:
    match = await click.services[MatchService].visible(click.actor, click.id.match_id)
    if not match.is_running:
        raise MatchOver(match)
    own = await click.own_picture(match)
    lens = match.position.lens()
    if lens is None:
        await click.say(NO_LENS)
        return
    picture = await click.services[PictureService].lens(own)
    heading = row([Plain("**{match}**", match=match_title(match)), match.info.lens or ""])
    shown = Picture(lens_text(own, lens))
    others = look_rows(match, click.actor.id, MatchAction.LENS)
    page = Page(heading, shown, lines(*lens.said), *others, accent=Accent.TEAL)
    await click.show(page, picture)


async def show_text(click: Click[MatchButton]) -> None:
    match = await click.services[MatchService].visible(click.actor, click.id.match_id)
    await click.show(board_as_text(match, click.actor.id))


def _still(match: MatchState) -> Text | None:
    """Why there is no motion to show; None if there is."""
    if not match.moves:
        return NOTHING_YET
    made = match.moves[-1]
    only_passed = all(isinstance(event, Passed) for event in made.events)
    return sentences(made.sentence, Text("Nothing moves on the board.")) if only_passed else None


async def on_list(click: Click[match_option.MatchList]) -> None:
    number, _, typed = click.value.partition(" ")
    found = match_option.typed_match_id(number)
    if not found:
        raise UnknownMatch
    await (make_move(click, typed, found) if typed else show_match(click, found, click.id.purpose))


async def make_move(interaction: Interaction, typed: str, match_id: MatchId | None) -> None:
    """Play a typed move, or say why not."""
    try:
        made = await interaction.services[MatchService].submit(interaction.actor, typed, match_id)
    except IllegalText as error:
        button = Row(move_button(error.view))
        await interaction.show(Page(interaction.refusal(error), button))
    else:
        await played(interaction, made)


async def choose_match(
    interaction: Interaction, match_id: MatchId | None, purpose: Purpose
) -> None:
    """Show the match that is meant, or ask which; the interaction is acknowledged."""
    found = await match_option.meant_or_asked(interaction, match_id, purpose)
    if found is not None:
        await show_match(interaction, found, purpose)


async def show_match(interaction: Interaction, match_id: MatchId, purpose: Purpose) -> None:
    matches, actor = interaction.services[MatchService], interaction.actor
    match purpose:
        case Purpose.MANAGE:
            await show_rulings(interaction, match_id)
        case Purpose.REPLAY:
            await show_start(interaction, match_id)
        case Purpose.RESIGN:
            await interaction.show(pages.resign(await matches.current(actor, match_id)))
        case _:
            view = await matches.visible(actor, match_id)
            if purpose is Purpose.OPEN and view.to_move_player == actor.id:
                await open_composer(interaction, match_id)
            else:
                await interaction.show_board(view)


async def on_match(click: Click[MatchButton]) -> None:
    if click.id.action in PRIVATELY:
        await click.defer_private()
    elif click.id.action in BESIDE:
        await click.defer_beside()
    else:
        await click.defer_update()
    await ACTIONS[click.id.action](click)


async def board(click: Click[MatchButton]) -> None:
    """Show the current board, also from an old button."""
    view = await click.services[MatchService].visible(click.actor, click.id.match_id)
    await click.show_board(view)


async def resign(click: Click[MatchButton]) -> None:
    matches = click.services[MatchService]
    view = await matches.current(click.actor, click.id.match_id, click.id.ply)
    await click.show(pages.resign(view))


async def resigned(click: Click[MatchButton]) -> None:
    matches = click.services[MatchService]
    view = await matches.resign(click.actor, click.id.match_id, click.id.ply)
    await click.say(last_line(view))


async def forgive(click: Click[MatchButton]) -> None:
    forgiveness = click.services[Requests].forgiveness
    view = await forgiveness.check(click.actor, click.id.match_id, click.id.ply)
    await click.show(pages.forgive(view))


async def follow(click: Click[MatchButton]) -> None:
    match = await click.services[WatchService].follow(click.actor, click.id.match_id)
    await click.show(pages.followed(match))


async def unfollow(click: Click[MatchButton]) -> None:
    await click.services[WatchService].unfollow(click.actor, click.id.match_id)
    await click.say(UNFOLLOWED)


ACTIONS: Mapping[MatchAction, Callable[[Click[MatchButton]], Awaitable[None]]] = {
    MatchAction.MOVE: lambda click: open_composer(click, click.id.match_id, click.id.ply),
    MatchAction.BOARD: board,
    MatchAction.RESIGN: resign,
    MatchAction.RESIGNED: resigned,
    MatchAction.KEEP: lambda click: click.say(KEPT),
    MatchAction.REMATCH: offer_rematch,
    MatchAction.MORE: match_actions.more,
    MatchAction.UNDO: match_actions.asks(RequestKind.UNDO),
    MatchAction.DRAW: match_actions.asks(RequestKind.DRAW),
    MatchAction.RESUME: match_actions.end_pause,
    MatchAction.FOLLOW: follow,
    MatchAction.UNFOLLOW: unfollow,
    MatchAction.FORGIVE: forgive,
    MatchAction.FORGIVEN: match_actions.asks(RequestKind.FORGIVE),
    MatchAction.NUDGE: match_actions.nudge,
    MatchAction.ABORT: match_actions.abort,
    MatchAction.ABORTED: match_actions.aborted,
    MatchAction.HINT: hint_in_match,
    MatchAction.EXPORT: export,
    MatchAction.SHARE: share,
    MatchAction.POST: post,
    MatchAction.MOTION: show_motion,
    MatchAction.LENS: show_lens,
    MatchAction.TEXT: show_text,
}

PRIVATELY = {MatchAction.FORGIVE, MatchAction.HINT}
BESIDE = {MatchAction.REMATCH, MatchAction.EXPORT, MatchAction.SHARE}
"""Actions whose answer does not replace the private message of their button."""
