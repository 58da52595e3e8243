"""The pages of a match: its boards, its card, and the questions before something is done."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias

from bot.chat.common.custom_ids import MatchAction, MatchButton, ReplayAction, ReplayButton
from bot.chat.common.ladders import ladder_line
from bot.chat.common.move_buttons import match_button, move_button, ways_in
from bot.chat.common.page import Accent, Button, Page, Picture, Row, Style
from bot.chat.common.ratings import kind_of_match
from bot.chat.common.rules_button import another_game_button, rules_button
from bot.chat.common.text import (
    BOARD,
    FOLLOW,
    FOLLOWED,
    FORGIVE,
    HINT,
    LOOK_BACK,
    REPLAY,
    SHARE,
    UNFOLLOW,
    counted,
    match_title,
)
from bot.chat.messenger.aftermath import aftermath_lines
from bot.chat.messenger.text import (
    beside_the_board,
    confirm_forgive,
    confirm_resign,
    last_line,
    nobodys,
    own_title,
    own_turn_line,
    players_line,
    turn_line,
)
from bot.services.ladders import Event
from bot.services.matches import MatchState
from bot.services.people import is_stand_in
from bot.services.results import Aftermath
from data.ids import Holder, PlayerId
from rules.textboard import textboard

ON_A_PHONE = 3
"""So many short buttons stand in a row on a phone; one that is too many would stand alone below."""

NamesOf: TypeAlias = Mapping[Holder, str]
"""The names of those who play."""


def board(
    match: MatchState,
    names: NamesOf,
    alt: str | None,
    *,
    note: str | None = None,
    until: datetime | None = None,
    aftermath: Aftermath | None = None,
    effect: Event | None = None,
    looked_back: int = 0,
    buttons: bool = True,
) -> Page:
    """A turn's board, as everybody sees it. ``alt`` is None where no picture may be attached.

    ``until`` is the deadline of whoever is to move; ``aftermath`` and
    ``effect``, that on a ladder, are told where it is over; and ``looked_back``, how many moves
    were pointed out to somebody who practises.
    """
    heading = f"### {match_title(match)}\n{players_line(match, names)}"
    if match.is_running:  # what a match that is over did to ratings stands below it
        heading += f"\n-# {kind_of_match(match.match.unrated)}"
    told = [last_line(match), turn_line(match, until)]
    if aftermath is not None:
        told += aftermath_lines(match, aftermath, names, looked_back)
    if effect is not None:
        told.append(ladder_line(effect, names))
    rows = _in_rows(*_match_buttons(match, looked_back)) if buttons else ()
    return Page(
        heading,
        f"-# {note}" if note else None,
        _as_text(match) if alt is None else Picture(alt),
        "\n".join(told),
        *(Row(*row) for row in rows),
        accent=_accent(match),
    )


def board_mark(match: MatchState) -> str:
    """The ``custom_id`` by which the board of a match at its ply is recognised."""
    return str(MatchButton(match.id, match.ply, MatchAction.BOARD))


def own_board(match: MatchState, alt: str, viewer_id: PlayerId, remark: str | None = None) -> Page:
    """The board for one person alone, with a remark on why it is shown."""
    seat = match.seat_of(viewer_id)
    ways = _spectators_buttons(match) if seat is None else _own_buttons(match, viewer_id)
    return Page(
        remark,
        Picture(alt),
        f"{own_title(match, seat)}\n{last_line(match)}",
        own_turn_line(match, viewer_id),
        Row(*ways),
        accent=_accent(match),
    )


def board_as_text(match: MatchState) -> Page:
    """The board in a code block."""
    return Page(
        f"**{match_title(match)}**",
        _as_text(match),
        f"{last_line(match)}\n{turn_line(match, match.match.deadline)}",
    )


def resign(match: MatchState) -> Page:
    """The question before giving up."""
    return Page(
        confirm_resign(match),
        Row(
            match_button(match, "Resign", MatchAction.RESIGNED, Style.DANGER),
            match_button(match, "Play on", MatchAction.KEEP),
        ),
    )


def _as_text(match: MatchState) -> str:
    facts = " · ".join(filter(None, (beside_the_board(match), nobodys(match))))
    return f"```\n{textboard(match.position)}\n```" + (f"\n-# {facts}" if facts else "")


def _accent(match: MatchState) -> Accent:
    return Accent.GOLD if match.is_running else Accent.GREY


def _own_buttons(match: MatchState, viewer_id: PlayerId) -> tuple[Button, ...]:
    more = match_button(match, "More", MatchAction.MORE)
    if match.to_move_player != viewer_id:
        return (more,)
    return (move_button(match), *_hint(match), more)


def _hint(match: MatchState) -> tuple[Button, ...]:
    """A hint, for who plays against engines alone and is to move."""
    if match.people != (match.to_move_player,):
        return ()
    return (match_button(match, HINT, MatchAction.HINT),)


def _spectators_buttons(match: MatchState) -> tuple[Button, ...]:
    back = Button(REPLAY, ReplayButton(match.id, 0, ReplayAction.FIRST))
    if not match.is_running:
        return (back,)
    follow = match_button(match, FOLLOW, MatchAction.FOLLOW)
    return (back, follow)


def followed(match: MatchState) -> Page:
    """What somebody is told who will hear how a match ends."""
    undo = match_button(match, UNFOLLOW, MatchAction.UNFOLLOW)
    return Page(FOLLOWED, Row(undo))


def _in_rows(first: Sequence[Button], others: Sequence[Button]) -> tuple[Sequence[Button], ...]:
    """A row, or two of which a phone breaks none: several ways to begin have one of their own."""
    made = (*first, *others)
    if len(made) <= ON_A_PHONE:
        return (made,)
    end = len(first) if len(first) > 1 else len(made) // 2
    return made[:end], made[end:]


def _match_buttons(
    match: MatchState, looked_back: int = 0
) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """What to begin with below a board, and what else there is."""
    look = match_button(match, BOARD, MatchAction.BOARD)
    if match.is_running:
        more = match_button(match, "More", MatchAction.MORE)
        others = (*_hint(match), look, more, *_rules(match), *_forgiving(match))
        return tuple(ways_in(match)), others
    back = _way_back(match, looked_back)
    ways = (*_forgiving(match), *_rematch(match), back, *_another_game(match))
    if match.server_id is None:  # there is nobody with whom to share it
        return (), (*ways, look)
    shared = match_button(match, SHARE, MatchAction.SHARE)
    return (), (*ways, shared, look)


def _rules(match: MatchState) -> tuple[Button, ...]:
    """The way to the rules, for who may not know the game: practises, or has not moved yet."""
    if len(match.people) > 1 and match.position.ply >= len(match.seats):
        return ()
    return (rules_button(match.info.id),)


def _rematch(match: MatchState) -> tuple[Button, ...]:
    """The way to another match, unless an opponent is somebody whose data was deleted."""
    if any(map(is_stand_in, match.people)):
        return ()
    return (match_button(match, "Rematch", MatchAction.REMATCH, Style.SUCCESS),)


def _another_game(match: MatchState) -> tuple[Button, ...]:
    return (another_game_button(),) if match.match.is_practice else ()


def _way_back(match: MatchState, looked_back: int) -> Button:
    practised = match.match.is_practice
    action = ReplayAction.LOOK if practised else ReplayAction.FIRST
    back = ReplayButton(match.id, 0, action)
    if not looked_back:
        return Button(REPLAY, back)
    label = f"{LOOK_BACK}: {counted(looked_back, 'move')}"
    return Button(label, back, Style.PRIMARY)


def _forgiving(match: MatchState) -> tuple[Button, ...]:
    if match.timed_out is None:
        return ()
    return (match_button(match, FORGIVE, MatchAction.FORGIVE),)


def forgive(match: MatchState) -> Page:
    """The question before somebody may play on whose time ran out."""
    return Page(
        confirm_forgive(match),
        Row(
            match_button(match, FORGIVE, MatchAction.FORGIVEN, Style.SUCCESS),
            match_button(match, "Leave it as it is", MatchAction.MORE),
        ),
    )
