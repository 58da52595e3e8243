"""Sentences of the **More** menu and of requests."""

from collections.abc import Mapping

from bot.core.matches import MatchState
from bot.features.reminders import Nudged
from bot.features.requests.service import MatchRequest
from bot.screen import words
from bot.screen.messenger.words import holder_name, players_line
from data.ids import Holder, PlayerId
from data.states import RequestKind, RequestState
from rules.texts import Counted, Plain, Text, Words, lines, sentences

PREPARE = Text("Prepare an answer")
UNDO = Text("Take back my last move")
DRAW = Text("Offer a draw")
ABORT = Text("Cancel the match")
NUDGE = Text("Nudge", "button")
RESIGN = Text("Resign", "button")
PAUSE_ENDED = Text("The pause is over, and the clock is running again.")
AGREE = Text("Agree", "button")
REFUSE = Text("Decline", "button")
WITHDRAW = Text("Withdraw request", "button")
_GRANTED = {
    RequestKind.UNDO: Text("The move is taken back."),
    RequestKind.DRAW: Text("The match is a draw."),
    RequestKind.PAUSE: Text("The clocks are paused."),
    RequestKind.FORGIVE: Text("The match continues."),
}
UNTIL_A_MOVE = Text("The next move, whoever makes it, ends this request.")


def request_heading(request: MatchRequest) -> Text:
    asker = words.mention(request.player_id)
    if request.kind is RequestKind.DRAW:
        what = Text("{asker} offers a draw.", asker=asker)
    elif request.kind is RequestKind.PAUSE:
        what = Counted(
            "{asker} asks for a pause of {number} day. The clocks stop, and anyone in the "
            "match can end it early.",
            "{asker} asks for a pause of {number} days. The clocks stop, and anyone in the "
            "match can end it early.",
            int(request.text),
            asker=asker,
        )
    elif request.forgiven is not None:
        what = Text(
            "{asker} lets {forgiven} play on after running out of time.",
            asker=asker,
            forgiven=words.mention(request.forgiven),
        )
    elif request.state is RequestState.OPEN:
        what = _taken_back(request)
    else:  # the match may have changed since, and the move is not stored
        what = Text("{asker} asked to take back their last move.", asker=asker)
    return lines(Plain("### {match}", match=words.match_title(request.match)), what)


def request_status(request: MatchRequest) -> Text:
    match request.state:
        case RequestState.OPEN:
            waiting = Text("Waiting for {players}.", players=words.people(request.awaiting))
            agreed = _agreed(request) if request.granted else None
            until = UNTIL_A_MOVE if request.match.is_running else None
            told = sentences(agreed, waiting, until)
            return Plain("-# {told}", told=told)
        case RequestState.GRANTED:
            return sentences(_agreed(request), _GRANTED[request.kind])
        case RequestState.DECLINED:
            by = words.mention(request.closed_by or 0)
            return sentences(Text("Declined by {player}.", player=by), _unchanged(request))
        case RequestState.WITHDRAWN:
            withdrew = Text("{player} withdrew this.", player=words.mention(request.player_id))
            return sentences(withdrew, _unchanged(request))
        case _:
            return Text("The match continued before this was answered.")


def _agreed(request: MatchRequest) -> Text:
    return Text("{players} agreed.", players=words.people(request.granted))


def request_answer(request: MatchRequest) -> Text:
    """What the player who asked is told."""
    if request.state is RequestState.GRANTED and request.kind is RequestKind.FORGIVE:
        return sentences(Text("Done."), _GRANTED[request.kind])
    if request.state is RequestState.GRANTED and not request.granted:
        return _GRANTED[request.kind]  # nobody had to be asked
    if request.state is RequestState.GRANTED:
        return sentences(Text("You both asked for the same."), _GRANTED[request.kind])
    told = Text(
        "Your request is sent. {awaiting} will see it where the match is played.",
        awaiting=words.people(request.awaiting),
    )
    return sentences(told, UNTIL_A_MOVE if request.match.is_running else None)


def nudged(done: Nudged) -> Text:
    return Text(
        "I reminded {player} that {match} is waiting. You can nudge again {again_from}.",
        player=words.mention(done.player_id),
        match=words.match_title(done.match),
        again_from=words.distance(done.again_from),
    )


def menu_heading(match: MatchState, player_id: PlayerId, known: Mapping[Holder, Words]) -> Text:
    """The title with both players; those whose name is not ``known`` are mentioned."""
    names = {who: known.get(who) or holder_name(who) for who in match.players}
    names[player_id] = words.YOU
    title, sides = Plain("### {match}", match=words.match_title(match)), players_line(match, names)
    begun = Text(
        "-# {variant}, by {designer} · begun {begun} · {moves}",
        variant=match.variant.name,
        designer=match.info.designer,
        begun=words.distance(match.match.created_at),
        moves=words.moves(match.position.ply),
    )
    return lines(title, sides, begun)


def _unchanged(request: MatchRequest) -> Text:
    over = request.kind is RequestKind.FORGIVE and not request.match.is_running
    return Text("The result stands.") if over else Text("The match continues.")


def _taken_back(request: MatchRequest) -> Text:
    """What an undo would take back: the asker's last move, and whether later ones too."""
    first, *since = request.taken_back
    asks = (
        Text("{asker} asks to take back their last move, {move}, and what was played since.")
        if since
        else Text("{asker} asks to take back their last move, {move}.")
    )
    return asks.of(asker=words.mention(request.player_id), move=words.quoted(first.move.written))
