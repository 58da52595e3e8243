"""The buttons of a match's messages, and a match that is chosen from a list."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot.chat.challenges.offering import offer_rematch
from bot.chat.clocks.panel import USUAL_PAUSE
from bot.chat.common.ids import MatchAction, MatchButton
from bot.chat.common.page import Accent, Page, Picture
from bot.chat.common.text import KEPT, UNFOLLOWED, match_title, row
from bot.chat.composer.buttons import open_composer
from bot.chat.hints import hint_in_match
from bot.chat.interaction import Click, Interaction, Purpose, match_option
from bot.chat.messenger import layouts
from bot.chat.messenger.text import last_line
from bot.chat.replay.commands import ABSTRACT_PLAY, OURS, show_export, show_start
from bot.chat.replay.sharing import ask_for_poster, share
from bot.chat.requests import buttons as match_actions
from bot.chat.requests.buttons import show_menu
from bot.services.matches import MatchOver, MatchState, UnknownMatch
from data.ids import MatchId
from data.states import RequestKind
from renderer import alt_text, lens_text
from rules.game import Passed
from rules.texts import Plain, Text, lines, sentences

MOTION = "last-move.gif"
NOTHING_YET = Text("Nobody has moved yet.")
NO_LENS = Text("There is nothing to mark in this game.")


async def show_motion(click: Click[MatchButton]) -> None:
    match = await click.services.matches.visible(click.actor, click.id.match_id)
    refusal = _still(match)
    if refusal is not None:
        await click.say(refusal)
        return
    made = match.moves[-1]
    own = await click.own_picture(match)
    after = replace(own, position=made.before.after(made.move), events=made.events)
    moving = await click.services.pictures.motion(made.before, after)
    told = lines(Plain("**{match}**", match=match_title(match)), made.sentence)
    shown = Picture(alt_text(after, made.sentence), MOTION)
    await click.show(Page(told, shown, accent=Accent.TEAL), moving, MOTION)


async def show_lens(click: Click[MatchButton]) -> None:
    match = await click.services.matches.visible(click.actor, click.id.match_id)
    if not match.is_running:
        raise MatchOver(match)
    own = await click.own_picture(match)
    lens = match.position.lens()
    if lens is None:
        await click.say(NO_LENS)
        return
    picture = await click.services.pictures.lens(own)
    heading = row([Plain("**{match}**", match=match_title(match)), match.info.lens or ""])
    shown = Picture(lens_text(own, lens))
    await click.show(Page(heading, shown, lines(*lens.said), accent=Accent.TEAL), picture)


def _still(match: MatchState) -> Text | None:
    """Why there is nothing to see in motion, if there is not."""
    if not match.moves:
        return NOTHING_YET
    made = match.moves[-1]
    only_passed = all(isinstance(event, Passed) for event in made.events)
    return sentences(made.sentence, Text("Nothing moves on the board.")) if only_passed else None


async def on_list(click: Click[match_option.MatchList]) -> None:
    if not click.number:
        raise UnknownMatch
    await show_match(click, MatchId(click.number), click.id.purpose)


async def show_match(interaction: Interaction, match_id: MatchId, purpose: Purpose) -> None:
    if purpose is Purpose.REPLAY:
        await show_start(interaction, match_id)
        return
    if purpose in (Purpose.EXPORT, Purpose.RECORD):
        known = ABSTRACT_PLAY if purpose is Purpose.RECORD else OURS
        with interaction.services.exports.for_(interaction.actor.id):
            await show_export(interaction, match_id, known)
        return
    view = await interaction.services.matches.visible(interaction.actor, match_id)
    if purpose is Purpose.TEXT:
        await interaction.show(layouts.board_as_text(view))
    elif purpose is Purpose.OPEN and view.to_move_player == interaction.actor.id:
        await open_composer(interaction, match_id)
    elif purpose in (Purpose.OPEN, Purpose.MENU) and view.seat_of(interaction.actor.id) is not None:
        await show_menu(interaction, view)
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
    """Show the board as it is now; an old button does so too."""
    view = await click.services.matches.visible(click.actor, click.id.match_id)
    await click.show_board(view)


async def resign(click: Click[MatchButton]) -> None:
    matches = click.services.matches
    view = await matches.current(click.actor, click.id.match_id, click.id.ply)
    await click.show(layouts.resign(view))


async def resigned(click: Click[MatchButton]) -> None:
    matches = click.services.matches
    view = await matches.resign(click.actor, click.id.match_id, click.id.ply)
    await click.say(last_line(view))


async def forgive(click: Click[MatchButton]) -> None:
    forgiveness = click.services.requests.forgiveness
    view = await forgiveness.check(click.actor, click.id.match_id, click.id.ply)
    await click.show(layouts.forgive(view))


async def follow(click: Click[MatchButton]) -> None:
    match = await click.services.watching.follow(click.actor, click.id.match_id)
    await click.show(layouts.followed(match))


async def unfollow(click: Click[MatchButton]) -> None:
    await click.services.watching.unfollow(click.actor, click.id.match_id)
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
    MatchAction.PAUSE: match_actions.asks(RequestKind.PAUSE, str(USUAL_PAUSE)),
    MatchAction.RESUME: lambda click: match_actions.end_pause(click, click.id.match_id),
    MatchAction.FOLLOW: follow,
    MatchAction.UNFOLLOW: unfollow,
    MatchAction.FORGIVE: forgive,
    MatchAction.FORGIVEN: match_actions.asks(RequestKind.FORGIVE),
    MatchAction.NUDGE: lambda click: match_actions.nudge(click, click.id.match_id, click.id.ply),
    MatchAction.ABORT: match_actions.abort,
    MatchAction.ABORTED: match_actions.aborted,
    MatchAction.HINT: hint_in_match,
    MatchAction.SHARE: share,
    MatchAction.POSTER: ask_for_poster,
    MatchAction.MOTION: show_motion,
    MatchAction.LENS: show_lens,
}

PRIVATELY = {MatchAction.BOARD, MatchAction.FORGIVE, MatchAction.HINT}
PRIVATELY |= {MatchAction.MOTION, MatchAction.LENS}
BESIDE = {MatchAction.REMATCH, MatchAction.SHARE, MatchAction.POSTER}
"""What is not answered in place of the private message on which it was pressed."""
