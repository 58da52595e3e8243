"""The buttons of a match's messages."""

from collections.abc import Awaitable, Callable, Mapping

from bot.chat.challenges.rematch import offer_rematch
from bot.chat.common.custom_ids import MatchAction, MatchButton
from bot.chat.common.text import KEPT, UNFOLLOWED
from bot.chat.composer.buttons import open_composer
from bot.chat.hints.buttons import hint_in_match
from bot.chat.interaction.acknowledging import defer_private, defer_update
from bot.chat.interaction.answering import say, show, show_board
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import services
from bot.chat.messenger import layouts
from bot.chat.messenger.text import last_line
from bot.chat.replay.sharing import share
from bot.chat.requests import buttons as match_actions


async def on_match(click: Click[MatchButton]) -> None:
    """Do what a button of a match's message says, however old it is."""
    await ACTIONS[click.id.action](click)


async def move(click: Click[MatchButton]) -> None:
    """Open the composer."""
    await defer_update(click.interaction)
    await open_composer(click.interaction, click.id.match_id, click.id.ply)


async def board(click: Click[MatchButton]) -> None:
    """Show the board as it is now; an old button does so too."""
    await defer_private(click.interaction)
    view = await services(click.interaction).matches.visible(click.actor, click.id.match_id)
    await show_board(click.interaction, view)


async def resign(click: Click[MatchButton]) -> None:
    """Ask before resigning."""
    await defer_update(click.interaction)
    matches = services(click.interaction).matches
    view = await matches.current(click.actor, click.id.match_id, click.id.ply)
    await show(click.interaction, layouts.resign(view))


async def resigned(click: Click[MatchButton]) -> None:
    """Resign, having been asked."""
    await defer_update(click.interaction)
    matches = services(click.interaction).matches
    view = await matches.resign(click.actor, click.id.match_id, click.id.ply)
    await say(click.interaction, last_line(view))


async def forgive(click: Click[MatchButton]) -> None:
    """Ask before somebody may play on."""
    await defer_private(click.interaction)
    forgiveness = services(click.interaction).requests.forgiveness
    view = await forgiveness.check(click.actor, click.id.match_id, click.id.ply)
    await show(click.interaction, layouts.forgive(view))


async def keep(click: Click[MatchButton]) -> None:
    """Do not resign."""
    await defer_update(click.interaction)
    await say(click.interaction, KEPT)


async def follow(click: Click[MatchButton]) -> None:
    """Tell this person how the match ends."""
    await defer_update(click.interaction)
    match = await services(click.interaction).watching.follow(click.actor, click.id.match_id)
    await show(click.interaction, layouts.followed(match))


async def unfollow(click: Click[MatchButton]) -> None:
    """Do not tell this person after all."""
    await defer_update(click.interaction)
    await services(click.interaction).watching.unfollow(click.actor, click.id.match_id)
    await say(click.interaction, UNFOLLOWED)


ACTIONS: Mapping[MatchAction, Callable[[Click[MatchButton]], Awaitable[None]]] = {
    MatchAction.MOVE: move,
    MatchAction.BOARD: board,
    MatchAction.RESIGN: resign,
    MatchAction.RESIGNED: resigned,
    MatchAction.KEEP: keep,
    MatchAction.REMATCH: offer_rematch,
    MatchAction.MORE: match_actions.more,
    MatchAction.UNDO: match_actions.undo,
    MatchAction.DRAW: match_actions.draw,
    MatchAction.PAUSE: match_actions.pause,
    MatchAction.RESUME: match_actions.resume,
    MatchAction.FOLLOW: follow,
    MatchAction.UNFOLLOW: unfollow,
    MatchAction.FORGIVE: forgive,
    MatchAction.FORGIVEN: match_actions.forgiven,
    MatchAction.NUDGE: match_actions.nudge,
    MatchAction.ABORT: match_actions.abort,
    MatchAction.ABORTED: match_actions.aborted,
    MatchAction.HINT: hint_in_match,
    MatchAction.SHARE: share,
}
