"""What is said about a match besides its moves: taking back, draws, calling it off."""

from __future__ import annotations

from bot.chat.common.text import counted, match_title, mention, people, quoted, side
from bot.services.matches.models import MatchView, RequestView
from data.ids import PlayerId
from data.states import EntryKind, RequestKind, RequestState

MORE = "More"
UNDO = "Take back my last move"
DRAW = "Offer a draw"
ABORT = "Call the match off"
RESIGN = "Resign"
AGREE, REFUSE, WITHDRAW = "Agree", "Decline", "Withdraw request"
ASKED_ELSEWHERE = (
    "You have asked, but I could not post it where the match is played. "
    "The others see it with `/match show`."
)

_GRANTED = {
    RequestKind.UNDO: "The move is taken back.",
    RequestKind.DRAW: "The match is a draw.",
}


def request_heading(view: RequestView) -> str:
    """Who asks for what."""
    asker = mention(view.asker_id)
    if view.kind is RequestKind.DRAW:
        what = f"{asker} offers a draw."
    elif view.state is RequestState.OPEN:
        what = f"{asker} asks to take back {_taken_back(view)}."
    else:  # the match may have gone on, so what stood last is not known any more
        what = f"{asker} asked to take back their last move."
    return f"### {match_title(view.match)}\n{what}"


def request_status(view: RequestView) -> str:
    """How the request stands."""
    match view.state:
        case RequestState.OPEN:
            return f"-# {_agreed(view)}Waiting for {people(view.awaiting)}."
        case RequestState.GRANTED:
            return f"{people(view.granted)} agreed. {_GRANTED[view.kind]}"
        case RequestState.DECLINED:
            return f"{_declined(view)} The match goes on."
        case RequestState.WITHDRAWN:
            return f"{mention(view.asker_id)} withdrew this. The match goes on."
        case _:
            return "The match went on before this was answered."


def asked(view: RequestView) -> str:
    """What the one who asked is told."""
    if view.state is RequestState.GRANTED:
        return f"You both asked for the same. {_GRANTED[view.kind]}"
    return f"You have asked. {people(view.awaiting)} will see it where the match is played."


def confirm_abort(view: MatchView) -> str:
    """The question before a match is called off."""
    return f"Do you want to call off {match_title(view)}? It ends without a result."


def menu_heading(view: MatchView, player_id: PlayerId) -> str:
    """Which match the menu is about, who plays it, and since when."""
    sides = " · ".join(
        f"{side(seat)} {'you' if seat.player_id == player_id else mention(seat.player_id)}"
        + (" (left)" if seat.left else "")
        for seat in view.seats
    )
    begun = int(view.created_at.timestamp())
    return (
        f"### {match_title(view)}\n{sides}\n"
        f"-# {view.variant.name}, by {view.info.designer} · begun <t:{begun}:R> · "
        f"{counted(view.position.ply, 'move')}"
    )


def _agreed(view: RequestView) -> str:
    return f"{people(view.granted)} agreed. " if view.granted else ""


def _declined(view: RequestView) -> str:
    who = view.awaiting
    return f"{mention(who[0])} declined." if len(who) == 1 else "This was declined."


def _taken_back(view: RequestView) -> str:
    """What an undo would take back: the last move by name, or else how far it goes."""
    last = view.match.last_entry
    is_last = view.return_to == view.match.ply - 1
    if is_last and last is not None and last.kind is EntryKind.MOVE:
        return f"their last move, {quoted(last.text)}"
    return "their last move, and what was played since"
