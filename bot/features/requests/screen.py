"""The **More** menu of a match, and the buttons of requests."""

from collections.abc import Awaitable, Callable

from bot.core.matches import MatchService, TooLateToAbort
from bot.features.reminders import ReminderService
from bot.features.requests import pages as request_layouts
from bot.features.requests import words
from bot.features.requests.pages import IdleActions, RequestAction, RequestButton
from bot.features.requests.service import Requests
from bot.features.requests.values import MatchRequest
from bot.features.timekeeping.screen import PauseButton
from bot.screen.ids import MatchButton
from bot.screen.interaction import Click, Handler, Screen
from bot.screen.messenger.words import last_line
from data.states import RequestKind
from renderer import alt_text


async def on_request(click: Click[RequestButton]) -> None:
    """Grant, decline or withdraw a request; the outbox updates its card."""
    on_private = click.is_on_private
    await (click.defer_update() if on_private else click.defer_beside())
    asking = click.services[Requests].of(click.id.kind)
    answers = {
        RequestAction.GRANT: asking.grant,
        RequestAction.DECLINE: asking.decline,
        RequestAction.WITHDRAW: asking.withdraw,
    }
    request = await answers[click.id.action](click.actor, click.id.request_id)
    if on_private:
        await click.show(request_layouts.request(request))


async def more(click: Click[MatchButton]) -> None:
    """Show a player the menu of their match."""
    known, actor = click.services, click.actor
    match = await known[MatchService].own(actor, click.id.match_id)
    asked = [await known[Requests].of(kind).pending(match.id) for kind in RequestKind]
    request = await click.own_picture(match)
    picture = await click.draw(request)
    idle = await known[ReminderService].idleness_of(match)
    layout = request_layouts.menu(
        match,
        actor.id,
        alt_text(request, match.sentence),
        [each for each in asked if each is not None],
        IdleActions.at(idle, click.client.now()),
        is_here=match.server_id == actor.place.server_id,
    )
    await click.show(layout, picture)


def asks(kind: RequestKind) -> Callable[[Click[MatchButton]], Awaitable[None]]:
    """The handler of a match's button that makes a request of this kind."""

    async def asked(click: Click[MatchButton]) -> None:
        await click.check_match(click.id.match_id)
        asking = click.services[Requests].of(kind)
        request = await asking.ask(click.actor, click.id.match_id, click.id.ply)
        await click.show(request_layouts.asked(request))

    return asked


async def on_pause(click: Click[PauseButton]) -> None:
    pauses, wish = click.services[Requests].pauses, str(click.id.days)
    await click.check_match(click.id.match_id)
    request = await pauses.ask(click.actor, click.id.match_id, click.id.ply, wish)
    await click.show(request_layouts.asked(request))


async def end_pause(click: Click[MatchButton]) -> None:
    await click.services[Requests].pauses.end(click.actor, click.id.match_id)
    await click.say(words.PAUSE_ENDED)


async def abort(click: Click[MatchButton]) -> None:
    matches = click.services[MatchService]
    view = await matches.check_abort(click.actor, click.id.match_id, click.id.ply)
    await click.show(request_layouts.confirm_abort(view))


async def aborted(click: Click[MatchButton]) -> None:
    known, match_id, ply = click.services, click.id.match_id, click.id.ply
    try:
        view = await known[MatchService].abort(click.actor, match_id, ply)
    except TooLateToAbort as error:
        if error.view.match.is_timed:
            raise
        view = await known[ReminderService].call_off(click.actor, match_id, ply)
    await click.say(last_line(view))


async def nudge(click: Click[MatchButton]) -> None:
    """Nudge the player to move."""
    await click.check_match(click.id.match_id)
    nudged = await click.services[ReminderService].nudge(
        click.actor, click.id.match_id, click.id.ply
    )
    await click.say(words.nudged(nudged))


SCREEN = Screen(
    handlers=(
        Handler(RequestButton, on_request, defer=False),
        Handler(PauseButton, on_pause),
    ),
    faces={MatchRequest: request_layouts.face_of},
)
