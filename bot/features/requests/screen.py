"""The **More** menu of a match, and requests: their cards, buttons and answers.

What answers a ``MatchButton`` is declared in the screen of ``matches``.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import partial

from bot.core.matches import MatchService, MatchState, MatchSummary, TooLateToAbort
from bot.features.reminders import Idleness, ReminderService
from bot.features.requests import words
from bot.features.requests.service import MatchRequest, Requests
from bot.features.timekeeping.screen import ClockAction, ClockButton, PauseButton
from bot.features.timekeeping.words import CLOCKS
from bot.screen import ids
from bot.screen.buttons import RulesAction, rules_button
from bot.screen.ids import MatchButton
from bot.screen.interaction import Click, Handler, Interaction, Screen
from bot.screen.messenger.pages import Face, match_button, move_button
from bot.screen.messenger.words import last_line, own_turn_line
from bot.screen.names import LONGEST_LISTED, harmless
from bot.screen.page import Accent, Button, Page, Part, Picture, Row, Style
from bot.screen.words import EXPORT, FORGIVE, REPLAY, match_title, on_hold
from data.ids import Engine, Holder, PlayerId, RequestId
from data.states import RequestKind, RequestState
from renderer import alt_text
from rules.texts import Text, Words, lines


class RequestAction(StrEnum):
    GRANT = "grant"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


class RequestButton(ids.CustomId, prefix="r"):
    kind: RequestKind
    request_id: RequestId
    action: RequestAction


def menu(
    match: MatchState,
    player_id: PlayerId,
    alt: Words,
    pending: Sequence[MatchRequest],
    idle: Idleness | None,
    now: datetime,
    *,
    is_here: bool,
    names: Mapping[Holder, Words],
) -> Page:
    """The menu for one of a match's players; ``is_here``: the match is played in this server."""
    items: list[Part] = [
        words.menu_heading(match, player_id, names),
        Picture(alt),
        lines(last_line(match), own_turn_line(match, player_id), on_hold(match.match)),
    ]
    for each in pending:
        answers = _withdraw(each) if each.player_id == player_id else _answers(each)
        items += [lines(words.request_heading(each), words.request_status(each)), Row(*answers)]
    if match.is_running:
        can_undo = all(each.kind is not RequestKind.UNDO for each in pending)
        rows = _ways_on(match, player_id, idle, now, can_undo=can_undo)
    else:
        rows = [_forgiving(match, player_id), _looking_back(match)]
        if is_here:
            label = Text("Rematch", "button")
            again = match_button(match, label, ids.MatchAction.REMATCH, Style.SUCCESS)
            rows[1].insert(0, again)
    items += [Row(*row) for row in rows if row]
    return Page(*items, accent=Accent.GOLD)


def face_of(request: MatchRequest) -> Face:
    """The card of a request; it mentions those who must answer."""
    mark = RequestButton(request.kind, request.id, RequestAction.GRANT)
    return Face(card(request), request.awaiting, str(mark))


def card(request: MatchRequest) -> Page:
    is_open = request.state is RequestState.OPEN
    return Page(
        words.request_heading(request),
        words.request_status(request),
        Row(*_answers(request), *_withdraw(request)) if is_open else None,
        accent=_ACCENTS.get(request.state, Accent.GREY),
    )


def answer(request: MatchRequest) -> Page:
    """The answer to the player who asked."""
    is_open = request.state is RequestState.OPEN
    return Page(words.request_answer(request), Row(*_withdraw(request)) if is_open else None)


def confirm_abort(match: MatchState) -> Page:
    return Page(
        Text("Do you want to cancel {match}? It ends without a result.", match=match_title(match)),
        Row(
            match_button(match, words.ABORT, ids.MatchAction.ABORTED, Style.DANGER),
            match_button(match, Text("Keep playing", "button"), ids.MatchAction.KEEP),
        ),
    )


_ACCENTS = {RequestState.OPEN: Accent.GOLD, RequestState.GRANTED: Accent.GREEN}


def _answers(request: MatchRequest) -> list[Button]:
    way = partial(RequestButton, request.kind, request.id)
    return [
        Button(words.AGREE, way(RequestAction.GRANT), Style.SUCCESS),
        Button(words.REFUSE, way(RequestAction.DECLINE)),
    ]


def _withdraw(request: MatchRequest) -> list[Button]:
    custom_id = RequestButton(request.kind, request.id, RequestAction.WITHDRAW)
    return [Button(words.WITHDRAW, custom_id)]


def _ways_on(
    match: MatchState, player_id: PlayerId, idle: Idleness | None, now: datetime, *, can_undo: bool
) -> list[list[Button]]:
    """Rows of buttons for the player's actions; ``idle`` is None in a match with a clock."""
    seat = match.players.index(player_id)
    if match.seats[seat].left:
        return [_looking_back(match)]
    moving = []
    if match.to_move_player == player_id:
        moving.append(move_button(match))
    elif idle and now >= idle.nudge_from and not isinstance(match.to_move_player, Engine):
        moving.append(match_button(match, words.NUDGE, ids.MatchAction.NUDGE, Style.PRIMARY))
    if match.to_move_player != player_id and len(match.people) > 1:
        prepare = ids.ConditionalButton(match.id, ids.NO_STAGE, ids.BoardAction.SHOW)
        moving.append(Button(words.PREPARE, prepare))
    is_free = not match.match.moves_stand
    if is_free and can_undo and any(made.seat == seat for made in match.moves):
        moving.append(match_button(match, words.UNDO, ids.MatchAction.UNDO))
    if match.info.draws:
        moving.append(match_button(match, words.DRAW, ids.MatchAction.DRAW))
    moving += _forgiving(match, player_id)
    ending = []
    if match.match.is_timed:
        ending.append(Button(CLOCKS, ClockButton(match.id, ClockAction.LOOK)))
    if is_free and (match.position.ply < len(match.seats) or (idle and idle.may_call_off(now))):
        ending.append(match_button(match, words.ABORT, ids.MatchAction.ABORT))
    ending.append(match_button(match, words.RESIGN, ids.MatchAction.RESIGN, Style.DANGER))
    rules = rules_button(match.info.id, RulesAction.SHOW)
    return [moving, ending, [*_looking_back(match), rules]]


def _forgiving(match: MatchState, player_id: PlayerId) -> list[Button]:
    if match.timed_out is None or match.players.index(player_id) in match.left:
        return []
    return [match_button(match, FORGIVE, ids.MatchAction.FORGIVE)]


def _looking_back(match: MatchState) -> list[Button]:
    replay = Button(REPLAY, ids.ReplayButton(match.id, 0, ids.ReplayAction.LAST))
    return [replay, match_button(match, EXPORT, ids.MatchAction.EXPORT)]


async def on_request(click: Click[RequestButton]) -> None:
    """Grant, decline or withdraw a request; the outbox updates its card."""
    on_private, requests = click.is_on_private, click.services[Requests]
    await (click.defer_update() if on_private else click.defer_beside())
    answers = {
        RequestAction.GRANT: requests.grant,
        RequestAction.DECLINE: requests.decline,
        RequestAction.WITHDRAW: requests.withdraw,
    }
    request = await answers[click.id.action](click.actor, click.id.request_id)
    if on_private:
        await click.show(card(request))


async def club_names(
    interaction: Interaction, listed: Iterable[MatchSummary]
) -> dict[Holder, Words]:
    """The names of those in club matches: a mention names nobody who is in another server."""
    people = {who for each in listed if each.club_id for who in each.people}
    found = await interaction.client.names.in_time(people, None)
    return {PlayerId(who): harmless(name, LONGEST_LISTED) for who, name in found.items()}


async def more(click: Click[MatchButton]) -> None:
    """Show a player the menu of their match."""
    known, actor = click.services, click.actor
    match = await known[MatchService].own(actor, click.id.match_id)
    pending = [await known[Requests].pending(match.id, kind) for kind in RequestKind]
    request = await click.own_picture(match)
    picture = await click.draw(request)
    idle = await known[ReminderService].idleness_of(match)
    layout = menu(
        match,
        actor.id,
        alt_text(request, match.sentence),
        [each for each in pending if each is not None],
        idle,
        click.client.now(),
        is_here=match.server_id == actor.place.server_id,
        names=await club_names(click, [match.match]),
    )
    await click.show(layout, picture)


def asks(kind: RequestKind) -> Callable[[Click[MatchButton]], Awaitable[None]]:
    """The handler of a match's button that makes a request of this kind."""

    async def asked(click: Click[MatchButton]) -> None:
        await click.check_match(click.id.match_id)
        requests = click.services[Requests]
        request = await requests.ask(click.actor, kind, click.id.match_id, click.id.ply)
        await click.show(answer(request))

    return asked


async def on_pause(click: Click[PauseButton]) -> None:
    kind, match_id, days = RequestKind.PAUSE, click.id.match_id, str(click.id.days)
    await click.check_match(match_id)
    requests = click.services[Requests]
    request = await requests.ask(click.actor, kind, match_id, click.id.ply, days)
    await click.show(answer(request))


async def end_pause(click: Click[MatchButton]) -> None:
    await click.services[Requests].end_pause(click.actor, click.id.match_id)
    await click.say(words.PAUSE_ENDED)


async def abort(click: Click[MatchButton]) -> None:
    matches = click.services[MatchService]
    view = await matches.check_abort(click.actor, click.id.match_id, click.id.ply)
    await click.show(confirm_abort(view))


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
    faces={MatchRequest: face_of},
)
