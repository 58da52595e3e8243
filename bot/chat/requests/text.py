"""What is said about a match besides its moves: taking back, draws, calling it off."""

from bot.chat.common.clocks import distance, moment
from bot.chat.common.text import counted, match_title, mention, people, quoted
from bot.chat.interaction.part import Refusals
from bot.chat.messenger.text import holder_name
from bot.services.clocks import FORGIVE_WITHIN, say_duration
from bot.services.matches import MatchState
from bot.services.reminders import Nudged
from bot.services.requests import (
    AlreadyPaused,
    AskedTooOften,
    BadPause,
    EnginesAgreeToNoDraw,
    MatchRequest,
    NoDrawsHere,
    NothingToUndo,
    NoTimeToPause,
    NotPaused,
    NotYourRequest,
    OwnRequest,
    OwnTimeout,
    RequestClosed,
    RequestPending,
    RequestRefused,
    TooLateToForgive,
    UnknownRequest,
)
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


def request_heading(request: MatchRequest) -> str:
    """Who asks for what."""
    asker = mention(request.asker_id)
    if request.kind is RequestKind.DRAW:
        what = f"{asker} offers a draw."
    elif request.kind is RequestKind.PAUSE:
        days = counted(int(request.stored.text), "day")
        what = f"{asker} asks for a pause of {days}. The clocks stand still, and either may end it."
    elif request.forgiven is not None:
        what = f"{asker} lets {mention(request.forgiven)} play on, whose time ran out."
    elif request.state is RequestState.OPEN:
        what = f"{asker} asks to take back {_taken_back(request)}."
    else:  # the match may have gone on, so what stood last is not known any more
        what = f"{asker} asked to take back their last move."
    return f"### {match_title(request.match)}\n{what}"


def request_status(request: MatchRequest) -> str:
    """How the request stands."""
    match request.state:
        case RequestState.OPEN:
            return f"-# {_agreed(request)}Waiting for {people(request.awaiting)}."
        case RequestState.GRANTED:
            return f"{people(request.granted)} agreed. {_GRANTED[request.kind]}"
        case RequestState.DECLINED:
            return f"{_declined(request)} {_unchanged(request)}"
        case RequestState.WITHDRAWN:
            return f"{mention(request.asker_id)} withdrew this. {_unchanged(request)}"
        case _:
            return "The match went on before this was answered."


def asked(request: MatchRequest) -> str:
    """What the one who asked is told."""
    if request.state is RequestState.GRANTED and request.kind is RequestKind.FORGIVE:
        return f"Done. {_GRANTED[request.kind]}"
    if request.state is RequestState.GRANTED and not request.granted:
        return _GRANTED[request.kind]  # nobody had to be asked
    if request.state is RequestState.GRANTED:
        return f"You both asked for the same. {_GRANTED[request.kind]}"
    return f"You have asked. {people(request.awaiting)} will see it where the match is played."


def nudged(done: Nudged) -> str:
    """What somebody is told who has nudged somebody."""
    return (
        f"{mention(done.player_id)} is reminded that {match_title(done.match)} waits. "
        f"If nothing happens, you can do so again {distance(done.again_from)}."
    )


def confirm_abort(match: MatchState) -> str:
    """The question before a match is called off."""
    return f"Do you want to call off {match_title(match)}? It ends without a result."


def menu_heading(match: MatchState, player_id: PlayerId) -> str:
    """Which match the menu is about, who plays it, and since when."""
    sides = " · ".join(
        f"{seat.colour_name} {'you' if seat.holder == player_id else holder_name(seat.holder)}"
        + (" (left)" if seat.left else "")
        for seat in match.seats
    )
    begun = int(match.created_at.timestamp())
    return (
        f"### {match_title(match)}\n{sides}\n"
        f"-# {match.variant.name}, by {match.info.designer} · begun <t:{begun}:R> · "
        f"{counted(match.position.ply, 'move')}"
    )


def _agreed(request: MatchRequest) -> str:
    return f"{people(request.granted)} agreed. " if request.granted else ""


def _unchanged(request: MatchRequest) -> str:
    over = request.kind is RequestKind.FORGIVE and not request.match.is_running
    return "The result stands." if over else "The match goes on."


def _declined(request: MatchRequest) -> str:
    by = request.stored.closed_by
    return "This was declined." if by is None else f"Declined by {mention(by)}."


def _taken_back(request: MatchRequest) -> str:
    """What an undo would take back: the last move by name, or else how far it goes."""
    first, *since = request.taken_back
    its_name = f"their last move, {quoted(first.move.written)}"
    return f"{its_name}, and what was played since" if since else its_name


_TIMES = {1: "once", 2: "twice", 3: "three times"}


REFUSALS: Refusals = {
    NoTimeToPause: lambda _: "This match has no clock, so there is nothing to pause.",
    AlreadyPaused: lambda error: (
        f"The clocks stand still already, until {moment(error.view.match.paused_until)}."
    ),
    NotPaused: lambda _: "This match is not paused, so there is no pause to end.",
    BadPause: lambda error: f"A pause lasts from {error.shortest} to {error.longest} days.",
    NothingToUndo: lambda _: "You have no move on the board to take back.",
    EnginesAgreeToNoDraw: lambda _: (
        "I play on until the end, so I agree to no draw. You can resign, or call it off early."
    ),
    NoDrawsHere: lambda error: f"{error.info.name} cannot end in a draw.",
    UnknownRequest: lambda _: "There is no such request.",
    RequestPending: lambda error: (
        f"{mention(error.request.asker_id)} has asked for the same. Answer that first."
    ),
    RequestRefused: lambda _: (
        "You have asked for this before, and the answer was no. After the next move you can ask "
        "again."
    ),
    AskedTooOften: lambda error: (
        f"You have asked for this {_TIMES[error.most]} since the last move. Wait for the next one."
    ),
    RequestClosed: lambda _: "This request is not open any more.",
    OwnRequest: lambda _: (
        "The others have to answer this, not you. Ask for the same again, and you can withdraw it."
    ),
    NotYourRequest: lambda _: "Only the one who asked can withdraw this.",
    OwnTimeout: lambda _: "Your opponents can let you play on, or somebody who manages matches.",
    TooLateToForgive: lambda _: (
        f"The time ran out more than {say_duration(FORGIVE_WITHIN)} ago. Somebody who manages "
        "matches here can still let them play on, with `/manage forgive`; or play a rematch."
    ),
}
