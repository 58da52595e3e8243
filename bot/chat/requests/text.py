"""What is said about a match besides its moves: taking back, draws, calling it off."""

from __future__ import annotations

from bot.chat.common.text import match_title, mention, side
from bot.services.matches.models import MatchView, RequestView
from data.ids import PlayerId
from data.states import RequestKind, RequestState

MORE = "More"
UNDO = "Take back my last move"
DRAW = "Offer a draw"
ABORT = "Call the match off"
RESIGN = "Resign"
AGREE, REFUSE, WITHDRAW = "Agree", "Decline", "Take it back"
ASKED_ELSEWHERE = (
    "You have asked, but I could not post it where the match is played. "
    "The others see it with `/match show`."
)

_ASKED = {
    RequestKind.UNDO: "{} asks to take back their last move, and what was played since.",
    RequestKind.DRAW: "{} offers a draw.",
}
_GRANTED = {
    RequestKind.UNDO: "The move is taken back.",
    RequestKind.DRAW: "The match is a draw.",
}


def request_heading(view: RequestView) -> str:
    """Who asks for what."""
    return f"### {match_title(view.match)}\n{_ASKED[view.kind].format(mention(view.asker_id))}"


def request_status(view: RequestView) -> str:
    """How the request stands."""
    match view.state:
        case RequestState.OPEN:
            return f"-# {_agreed(view)}Waiting for {_all(view.awaiting)}."
        case RequestState.GRANTED:
            return f"{_all(view.granted)} agreed. {_GRANTED[view.kind]}"
        case RequestState.DECLINED:
            return "This was declined. The match goes on."
        case RequestState.WITHDRAWN:
            return "This was taken back. The match goes on."
        case _:
            return "The match went on before this was answered."


def asked(view: RequestView) -> str:
    """What the one who asked is told."""
    if view.state is RequestState.GRANTED:
        return f"You both asked for the same. {_GRANTED[view.kind]}"
    return f"You have asked. {_all(view.awaiting)} will see it where the match is played."


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
        f"{view.position.ply} moves"
    )


def _agreed(view: RequestView) -> str:
    return f"{_all(view.granted)} agreed. " if view.granted else ""


def _all(players: tuple[PlayerId, ...]) -> str:
    return " and ".join(mention(player) for player in players)
