"""What is said about a match besides its moves: taking back, draws, calling it off."""

from __future__ import annotations

from bot.chat.common.clocks import distance
from bot.chat.common.text import counted, match_title, mention, people, quoted
from bot.chat.messenger.text import holder_name
from bot.services.matches import MatchState
from bot.services.reminders import Nudged
from bot.services.requests import MatchRequest
from data.ids import PlayerId
from data.states import RequestKind, RequestState

MORE = "More"
PREPARE = "Prepare an answer"
UNDO = "Take back my last move"
DRAW = "Offer a draw"
ABORT = "Call the match off"
NUDGE = "Nudge"
RESIGN = "Resign"
PAUSE_ENDED = "The pause is over, and time runs again."
AGREE, REFUSE, WITHDRAW = "Agree", "Decline", "Withdraw request"
_GRANTED = {
    RequestKind.UNDO: "The move is taken back.",
    RequestKind.DRAW: "The match is a draw.",
    RequestKind.PAUSE: "The clocks stand still.",
    RequestKind.FORGIVE: "The match goes on.",
}


def request_heading(view: MatchRequest) -> str:
    """Who asks for what."""
    asker = mention(view.asker_id)
    if view.kind is RequestKind.DRAW:
        what = f"{asker} offers a draw."
    elif view.kind is RequestKind.PAUSE:
        days = counted(int(view.stored.text), "day")
        what = f"{asker} asks for a pause of {days}. The clocks stand still, and either may end it."
    elif view.forgiven is not None:
        what = f"{asker} lets {mention(view.forgiven)} play on, whose time ran out."
    elif view.state is RequestState.OPEN:
        what = f"{asker} asks to take back {_taken_back(view)}."
    else:  # the match may have gone on, so what stood last is not known any more
        what = f"{asker} asked to take back their last move."
    return f"### {match_title(view.match)}\n{what}"


def request_status(view: MatchRequest) -> str:
    """How the request stands."""
    match view.state:
        case RequestState.OPEN:
            return f"-# {_agreed(view)}Waiting for {people(view.awaiting)}."
        case RequestState.GRANTED:
            return f"{people(view.granted)} agreed. {_GRANTED[view.kind]}"
        case RequestState.DECLINED:
            return f"{_declined(view)} {_unchanged(view)}"
        case RequestState.WITHDRAWN:
            return f"{mention(view.asker_id)} withdrew this. {_unchanged(view)}"
        case _:
            return "The match went on before this was answered."


def asked(view: MatchRequest) -> str:
    """What the one who asked is told."""
    if view.state is RequestState.GRANTED and view.kind is RequestKind.FORGIVE:
        return f"Done. {_GRANTED[view.kind]}"
    if view.state is RequestState.GRANTED and not view.granted:
        return _GRANTED[view.kind]  # nobody had to be asked
    if view.state is RequestState.GRANTED:
        return f"You both asked for the same. {_GRANTED[view.kind]}"
    return f"You have asked. {people(view.awaiting)} will see it where the match is played."


def nudged(done: Nudged) -> str:
    """What somebody is told who has nudged somebody."""
    return (
        f"{mention(done.player_id)} is reminded that {match_title(done.match)} waits. "
        f"If nothing happens, you can do so again {distance(done.again_from)}."
    )


def confirm_abort(view: MatchState) -> str:
    """The question before a match is called off."""
    return f"Do you want to call off {match_title(view)}? It ends without a result."


def menu_heading(view: MatchState, player_id: PlayerId) -> str:
    """Which match the menu is about, who plays it, and since when."""
    sides = " · ".join(
        f"{seat.colour_name} {'you' if seat.holder == player_id else holder_name(seat.holder)}"
        + (" (left)" if seat.left else "")
        for seat in view.seats
    )
    begun = int(view.created_at.timestamp())
    return (
        f"### {match_title(view)}\n{sides}\n"
        f"-# {view.variant.name}, by {view.info.designer} · begun <t:{begun}:R> · "
        f"{counted(view.position.ply, 'move')}"
    )


def _agreed(view: MatchRequest) -> str:
    return f"{people(view.granted)} agreed. " if view.granted else ""


def _unchanged(view: MatchRequest) -> str:
    over = view.kind is RequestKind.FORGIVE and not view.match.is_running
    return "The result stands." if over else "The match goes on."


def _declined(view: MatchRequest) -> str:
    by = view.stored.closed_by
    return "This was declined." if by is None else f"Declined by {mention(by)}."


def _taken_back(view: MatchRequest) -> str:
    """What an undo would take back: the last move by name, or else how far it goes."""
    first, *since = view.taken_back
    its_name = f"their last move, {quoted(first.move.written)}"
    return f"{its_name}, and what was played since" if since else its_name
