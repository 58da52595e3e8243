"""Sentences of challenges, and labels of the menus on people and messages."""

from bot.core.clocks import say_clock, stored_clock
from bot.features.challenges.errors import (
    ChallengeClosed,
    ClockNotAllowed,
    GameNotAllowed,
    RematchElsewhere,
    WrongOpponentCount,
)
from bot.features.challenges.storage import Challenge
from bot.screen import words
from bot.screen.messenger.words import holder_name
from data.ids import PlayerId
from data.states import ChallengeState, SeatChoice, UnratedReason
from rules.game import Seat
from rules.texts import Counted, Plain, Text, Words, lines, listed, sentences

NOT_IN = Text("You are not in this challenge. It stays open for others.")
_TURNS = (Text("You move first."), Text("You move second."), Text("You move third."))
_SEATS = {
    SeatChoice.FIRST: Text("{player} moves first."),
    SeatChoice.SECOND: Text("{player} moves second."),
    SeatChoice.RANDOM: Text("Who moves first is drawn at random."),
    SeatChoice.ROTATED: Text("The second player now moves first, the first player last."),
}


_BOARD = Text("[Go to the board]({board})")
_EITHER = Text("Rated or friendly", "match")
_UNSETTLED = Text("**{kind}:** rated if all who play have finished three matches.", kind=_EITHER)


def open_line(challenge: Challenge) -> Text:
    """An open challenge in a list: the game, who sent it, and the time to think."""
    game = words.game_name(challenge.info, challenge.variant)
    time = say_clock(stored_clock(challenge.clock))
    who = words.mention(challenge.challenger_id)
    kind = _EITHER if _is_unsettled(challenge) else words.kind_of_match(challenge.unrated)
    return words.row([Plain("**{game}**", game=game), who, time, kind])


NO_ANSWER = Text(
    "No answer counts as declining, and so does cancelling the match before both have moved. "
    "Decline two in a row and you lose your place on the ladder."
)


def challenge_heading(challenge: Challenge) -> Text:
    what = Text("### Challenge: {game}")
    if challenge.ladder_id is not None:
        what = Text("### Ladder challenge: {game}")
    elif challenge.rematch_of is not None:
        what = Text("### Rematch: {game}")
    kind = Text(
        "-# {variant}, by {designer}",
        variant=challenge.variant.name,
        designer=challenge.info.designer,
    )
    about = words.goal(challenge.info, challenge.variant)
    return lines(what.of(game=challenge.info.name), kind, about)


def challenge_body(challenge: Challenge) -> Text:
    plays = Text("{player} plays too.")
    engines = (plays.of(player=holder_name(each)) for each in challenge.engines)
    return lines(
        sentences(_offer(challenge), *engines, _seats(challenge)),
        challenge.info.balance,
        _clock(challenge),
        _UNSETTLED if _is_unsettled(challenge) else words.agreed_line(challenge.unrated),
    )


def _is_unsettled(challenge: Challenge) -> bool:
    """Whether it depends on who accepts whether the match is rated."""
    is_open = challenge.state is ChallengeState.OPEN and not challenge.invited
    return is_open and challenge.unrated is UnratedReason.NEWCOMER


def _offer(challenge: Challenge) -> Text:
    who, asked = words.mention(challenge.challenger_id), words.people(challenge.invited)
    if challenge.ladder_id is not None:
        asks = Text("{who} challenges {asked} for their place on the ladder.", who=who, asked=asked)
        return sentences(asks, NO_ANSWER)
    if challenge.invited:
        return Text("{who} challenges {asked}.", who=who, asked=asked)
    return Counted(
        "{who} is looking for an opponent: anyone here can accept.",
        "{who} is looking for {number} opponents: anyone here can accept.",
        challenge.people_wanted,
        who=who,
    )


def _seats(challenge: Challenge) -> Text:
    if challenge.seat_choice is SeatChoice.ROTATED and challenge.variant.seats == 2:
        return Text("Sides are swapped: who moved second now moves first.")
    return _SEATS[challenge.seat_choice].of(player=words.mention(challenge.challenger_id))


def _clock(challenge: Challenge) -> Text | None:
    clock = stored_clock(challenge.clock)
    note = None
    if clock.live:
        note = Text("-# Played in one sitting: vacations do not pause its clocks.")
    elif challenge.ladder_id is not None and challenge.clock != "none":
        note = Text("-# For a place on the ladder: vacations do not pause its clocks.")
    return lines(Text("**Time control:** {clock}.", clock=say_clock(clock)), note)


def challenge_status(challenge: Challenge) -> Text:
    match challenge.state:
        case ChallengeState.ACCEPTED:
            begins = Text("Accepted by {accepted}. The match begins.")
            board = None if challenge.rematch_of is None else words.board_link(challenge)
            return sentences(
                begins.of(accepted=words.people(challenge.accepted)),
                None if board is None else _BOARD.of(board=board),
            )
        case ChallengeState.DECLINED:
            return Text("Declined by {player}.", player=words.mention(challenge.closed_by or 0))
        case ChallengeState.CANCELLED:
            return Text("Cancelled by {player}.", player=words.mention(challenge.closed_by or 0))
        case ChallengeState.EXPIRED:
            return _expired(challenge)
        case ChallengeState.VOID:
            return Text(
                "Cancelled: the ladder has changed, so this challenge is no longer possible."
            )
        case _:
            taken = _so_far(challenge) if challenge.accepted else None
            open_until = Text("Open until {moment}.", moment=words.moment(challenge.expires_at))
            return Plain("-# {told}", told=sentences(taken, open_until))


def offered(challenge: Challenge) -> Text:
    """The answer to the challenger."""
    channel = f"<#{challenge.thread_id or challenge.channel_id}>"
    posted = Text("Your challenge is posted in {channel}.", channel=channel)
    if not challenge.invited:
        return sentences(posted, Text("Anyone who sees it can accept it."))
    return sentences(
        posted, Text("{players} can accept it.", players=words.people(challenge.invited))
    )


def rematch(challenge: Challenge, reader: PlayerId) -> Text:
    """The answer to **Rematch**, to the first player or a later one."""
    if challenge.state is not ChallengeState.OPEN:
        if reader == challenge.challenger_id:
            return challenge_status(challenge)
        asked = Text("You accept the rematch that {player} asked for. The match begins.")
        return asked.of(player=words.mention(challenge.challenger_id))
    return offered(challenge) if reader == challenge.challenger_id else joined(challenge)


def practice_begun(
    challenge: Challenge, board: str | None = None, seat: Seat | None = None
) -> Text:
    """The answer when a match against the bot has begun; ``board`` links to its first board."""
    who = listed([*map(holder_name, challenge.engines)])
    if board is None:
        return Text(
            "Your match against {who} begins in {channel}.",
            who=who,
            channel=f"<#{challenge.channel_id}>",
        )
    return sentences(
        Text("Your match against {who} has begun.", who=who),
        None if seat is None else _TURNS[seat],
        _BOARD.of(board=board),
    )


def joined(challenge: Challenge) -> Text:
    """The answer to a player who accepts while others have not."""
    if challenge.invited:
        return Text(
            "You have joined; waiting for {players}.", players=words.people(_silent(challenge))
        )
    return Counted(
        "You have joined; waiting for {number} more player.",
        "You have joined; waiting for {number} more players.",
        challenge.people_wanted - len(challenge.accepted),
    )


def _so_far(challenge: Challenge) -> Text:
    accepted = words.people(challenge.accepted)
    if challenge.invited:
        silent = words.people(_silent(challenge))
        return Text("Accepted: {accepted}. Waiting for {silent}.", accepted=accepted, silent=silent)
    return Counted(
        "Accepted: {accepted}. Waiting for {number} more player.",
        "Accepted: {accepted}. Waiting for {number} more players.",
        challenge.people_wanted - len(challenge.accepted),
        accepted=accepted,
    )


def _silent(challenge: Challenge) -> tuple[PlayerId, ...]:
    return tuple(player for player in challenge.invited if player not in challenge.accepted)


def _expired(challenge: Challenge) -> Text:
    told = Text("Only {accepted} accepted in time.")
    if not challenge.accepted:
        told = Text("Nobody answered in time.")
    elif challenge.invited:
        told = Text("{accepted} accepted, but {silent} did not answer in time.")
    silent = words.people(_silent(challenge))
    return told.of(accepted=words.people(challenge.accepted), silent=silent)


@words.sentence.register
def _wrong_count(error: WrongOpponentCount) -> Text:
    info, variant = error.info, error.variant
    differs = any(each.seats != variant.seats for each in info.variants)
    return Counted(
        "{game} is for {seats} players. Choose an opponent, or leave it empty so "
        "that anyone can accept.",
        "{game} is for {seats} players. Choose {number} opponents, or leave them "
        "empty so that anyone can accept.",
        error.needed,
        game=Plain("{game} ({variant})", game=info.name, variant=variant.name)
        if differs
        else info.name,
        seats=variant.seats,
    )


@words.sentence.register
def _(error: ChallengeClosed) -> Words:
    return sentences(challenge_status(error.challenge), Text("Send a new one with `/challenge`."))


words.sentence.register(words.unreadable_clock)


@words.sentence.register
def _(error: RematchElsewhere) -> Words:
    return Text(
        "Ask for the rematch in {channel}, where the match was played.",
        channel=f"<#{error.view.match.thread_id or error.view.channel_id}>",
    )


@words.sentence.register
def _(error: GameNotAllowed) -> Words:
    return sentences(
        Text("{game} is not played in this server.", game=error.info.name),
        Text("Its games are {games}.", games=listed([info.name for info in error.allowed]))
        if error.allowed
        else Text("No game is enabled here."),
    )


@words.sentence.register
def _(error: ClockNotAllowed) -> Words:
    return Text(
        "This server does not allow this time control. Choose one of these: {clocks}.",
        clocks=words.typed_as([str(each) for each in error.allowed]),
    )


CHALLENGE = Text("Challenge to a match")
SHOW = Text("Show this match")
NO_GAME = Text(
    "No two-player game is enabled in this server. Its managers choose games with `/server`."
)


def which_game(person: int) -> Text:
    return Text("### Challenge {person}\nTo which game?", person=words.mention(person))
