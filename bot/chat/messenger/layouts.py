"""What messages look like: Components V2 layouts made from the services' values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias

import discord
from discord import ui

from bot.chat.common.components import button
from bot.chat.common.custom_ids import (
    MatchAction,
    MatchButton,
    ReplayAction,
    ReplayButton,
)
from bot.chat.common.ladders import ladder_line
from bot.chat.common.move_buttons import move_button, ways_in
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

PICTURE = "board.png"

ON_A_PHONE = 3
"""So many short buttons stand in a row on a phone; one that is too many would stand alone below."""

NamesOf: TypeAlias = Mapping[Holder, str]
"""The names of those who play."""

Button = ui.Button[ui.LayoutView]
Item = ui.Item[ui.LayoutView]


def layout(*items: Item, accent: discord.Colour | None = None) -> ui.LayoutView:
    """One framed message. Nothing of it is kept in memory: the registry's items answer clicks."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=accent))
    view.stop()  # else discord.py remembers each message that was ever sent
    return view


def words(content: str) -> ui.LayoutView:
    """A message of one paragraph."""
    return layout(ui.TextDisplay(content))


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
) -> ui.LayoutView:
    """A turn's board, as everybody sees it. ``alt`` is None where no picture may be attached.

    ``until`` is the deadline of whoever is to move; ``aftermath`` and
    ``effect``, that on a ladder, are told where it is over; and ``looked_back``, how many moves
    were pointed out to somebody who practises.
    """
    heading = f"### {match_title(match)}\n{players_line(match, names)}"
    if match.is_running:  # what a match that is over did to ratings stands below it
        heading += f"\n-# {kind_of_match(match.match.unrated)}"
    items: list[Item] = [ui.TextDisplay(heading)]
    if note:
        items.append(ui.TextDisplay(f"-# {note}"))
    items.append(picture(alt) if alt is not None else ui.TextDisplay(_as_text(match)))
    told = [last_line(match), turn_line(match, until)]
    if aftermath is not None:
        told += aftermath_lines(match, aftermath, names, looked_back)
    if effect is not None:
        told.append(ladder_line(effect, names))
    items.append(ui.TextDisplay("\n".join(told)))
    if buttons:
        items += [ui.ActionRow(*row) for row in _in_rows(*_match_buttons(match, looked_back))]
    return layout(*items, accent=_accent(match))


def board_mark(match: MatchState) -> str:
    """The ``custom_id`` by which the board of a match at its ply is recognised."""
    return str(MatchButton(match.id, match.ply, MatchAction.BOARD))


def own_board(
    match: MatchState, alt: str, viewer_id: PlayerId, remark: str | None = None
) -> ui.LayoutView:
    """The board for one person alone, with a remark on why it is shown."""
    seat = match.seat_of(viewer_id)
    items: list[Item] = [] if remark is None else [ui.TextDisplay(remark)]
    items += [
        picture(alt),
        ui.TextDisplay(f"{own_title(match, seat)}\n{last_line(match)}"),
        ui.TextDisplay(own_turn_line(match, viewer_id)),
    ]
    made = _spectators_buttons(match) if seat is None else _own_buttons(match, viewer_id)
    items.append(ui.ActionRow(*made))
    return layout(*items, accent=_accent(match))


def board_as_text(match: MatchState) -> ui.LayoutView:
    """The board in a code block."""
    return layout(
        ui.TextDisplay(f"**{match_title(match)}**"),
        ui.TextDisplay(_as_text(match)),
        ui.TextDisplay(f"{last_line(match)}\n{turn_line(match, match.match.deadline)}"),
    )


def resign(match: MatchState) -> ui.LayoutView:
    """The question before giving up."""
    return layout(
        ui.TextDisplay(confirm_resign(match)),
        ui.ActionRow(
            _button(match, MatchAction.RESIGNED, "Resign", discord.ButtonStyle.danger),
            _button(match, MatchAction.KEEP, "Play on", discord.ButtonStyle.secondary),
        ),
    )


def picture(alt: str) -> Item:
    """The picture that is sent along, with the words for people who do not see it."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt))


def _as_text(match: MatchState) -> str:
    facts = " · ".join(filter(None, (beside_the_board(match), nobodys(match))))
    return f"```\n{textboard(match.position)}\n```" + (f"\n-# {facts}" if facts else "")


def _accent(match: MatchState) -> discord.Colour:
    if match.is_running:
        return discord.Colour.gold()
    return discord.Colour.dark_grey()


def _own_buttons(match: MatchState, viewer_id: PlayerId) -> tuple[Button, ...]:
    more = _button(match, MatchAction.MORE, "More", discord.ButtonStyle.secondary)
    if match.to_move_player != viewer_id:
        return (more,)
    return (move_button(match), *_hint(match), more)


def _hint(match: MatchState) -> tuple[Button, ...]:
    """A hint, for who plays against engines alone and is to move."""
    if match.people != (match.to_move_player,):
        return ()
    return (_button(match, MatchAction.HINT, HINT, discord.ButtonStyle.secondary),)


def _spectators_buttons(match: MatchState) -> tuple[Button, ...]:
    back: Button = ui.Button(
        label=REPLAY, custom_id=str(ReplayButton(match.id, 0, ReplayAction.FIRST))
    )
    if not match.is_running:
        return (back,)
    follow = _button(match, MatchAction.FOLLOW, FOLLOW, discord.ButtonStyle.secondary)
    return (back, follow)


def followed(match: MatchState) -> ui.LayoutView:
    """What somebody is told who will hear how a match ends."""
    undo = _button(match, MatchAction.UNFOLLOW, UNFOLLOW, discord.ButtonStyle.secondary)
    return layout(ui.TextDisplay(FOLLOWED), ui.ActionRow(undo))


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
    look = _button(match, MatchAction.BOARD, BOARD, discord.ButtonStyle.secondary)
    if match.is_running:
        more = _button(match, MatchAction.MORE, "More", discord.ButtonStyle.secondary)
        others = (*_hint(match), look, more, *_rules(match), *_forgiving(match))
        return tuple(ways_in(match)), others
    back = _way_back(match, looked_back)
    ways = (*_forgiving(match), *_rematch(match), back, *_another_game(match))
    if match.server_id is None:  # there is nobody with whom to share it
        return (), (*ways, look)
    shared = _button(match, MatchAction.SHARE, SHARE, discord.ButtonStyle.secondary)
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
    return (_button(match, MatchAction.REMATCH, "Rematch", discord.ButtonStyle.success),)


def _another_game(match: MatchState) -> tuple[Button, ...]:
    return (another_game_button(),) if match.match.is_practice else ()


def _way_back(match: MatchState, looked_back: int) -> Button:
    practised = match.match.is_practice
    action = ReplayAction.LOOK if practised else ReplayAction.FIRST
    back = ReplayButton(match.id, 0, action)
    if not looked_back:
        return button(REPLAY, back)
    label = f"{LOOK_BACK}: {counted(looked_back, 'move')}"
    return button(label, back, discord.ButtonStyle.primary)


def _forgiving(match: MatchState) -> tuple[Button, ...]:
    if match.timed_out is None:
        return ()
    return (_button(match, MatchAction.FORGIVE, FORGIVE, discord.ButtonStyle.secondary),)


def forgive(match: MatchState) -> ui.LayoutView:
    """The question before somebody may play on whose time ran out."""
    return layout(
        ui.TextDisplay(confirm_forgive(match)),
        ui.ActionRow(
            _button(match, MatchAction.FORGIVEN, FORGIVE, discord.ButtonStyle.success),
            _button(match, MatchAction.MORE, "Leave it as it is", discord.ButtonStyle.secondary),
        ),
    )


def _button(
    match: MatchState, action: MatchAction, label: str, style: discord.ButtonStyle
) -> Button:
    return ui.Button(
        label=label, style=style, custom_id=str(MatchButton(match.id, match.ply, action))
    )
