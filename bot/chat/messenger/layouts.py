"""What messages look like: Components V2 layouts made from the services' values."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import ui

from bot.chat.challenges.text import challenge_body, challenge_heading, challenge_status
from bot.chat.common.custom_ids import (
    ChallengeAction,
    ChallengeButton,
    MatchAction,
    MatchButton,
    ReplayAction,
    ReplayButton,
)
from bot.chat.common.text import REPLAY, match_title
from bot.chat.messenger.text import confirm_resign, last_line, own_title, players_line, turn_line
from bot.services.matches.models import ChallengeView, MatchView
from data.ids import PlayerId
from data.states import ChallengeState, MatchState
from rules.textboard import textboard

PICTURE = "board.png"

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
    view: MatchView,
    names: Mapping[int, str],
    alt: str | None,
    *,
    note: str | None = None,
    buttons: bool = True,
) -> ui.LayoutView:
    """A turn's board, as everybody sees it. ``alt`` is None where no picture may be attached."""
    items: list[Item] = [ui.TextDisplay(f"### {match_title(view)}\n{players_line(view, names)}")]
    if note:
        items.append(ui.TextDisplay(f"-# {note}"))
    items.append(picture(alt) if alt is not None else ui.TextDisplay(_as_text(view)))
    items.append(ui.TextDisplay(f"{last_line(view)}\n{turn_line(view)}"))
    if buttons:
        items.append(ui.ActionRow(*_match_buttons(view)))
    return layout(*items, accent=_accent(view))


def own_board(view: MatchView, alt: str, you: PlayerId, remark: str | None = None) -> ui.LayoutView:
    """The board for one person alone, with a remark on why it is shown."""
    seat = view.seat_of(you)
    items: list[Item] = [] if remark is None else [ui.TextDisplay(remark)]
    items += [
        picture(alt),
        ui.TextDisplay(f"{own_title(view, seat)}\n{last_line(view)}"),
        ui.TextDisplay(turn_line(view)),
    ]
    if seat is not None:
        items.append(ui.ActionRow(*_own_buttons(view, you)))
    return layout(*items, accent=_accent(view))


def board_as_text(view: MatchView) -> ui.LayoutView:
    """The board in a code block."""
    return layout(
        ui.TextDisplay(f"**{match_title(view)}**"),
        ui.TextDisplay(_as_text(view)),
        ui.TextDisplay(f"{last_line(view)}\n{turn_line(view)}"),
    )


def challenge(view: ChallengeView) -> ui.LayoutView:
    """A challenge's card, with buttons while it is open."""
    items: list[Item] = [
        ui.TextDisplay(challenge_heading(view)),
        ui.TextDisplay(challenge_body(view)),
        ui.TextDisplay(challenge_status(view)),
    ]
    if view.state is ChallengeState.OPEN:
        items.append(ui.ActionRow(*_challenge_buttons(view)))
    return layout(*items, accent=_CHALLENGE_ACCENTS[view.state])


def resign(view: MatchView) -> ui.LayoutView:
    """The question before giving up."""
    return layout(
        ui.TextDisplay(confirm_resign(view)),
        ui.ActionRow(
            _button(view, MatchAction.RESIGNED, "Resign", discord.ButtonStyle.danger),
            _button(view, MatchAction.KEEP, "Play on", discord.ButtonStyle.secondary),
        ),
    )


def picture(alt: str) -> Item:
    """The picture that is sent along, with the words for people who do not see it."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt))


def _as_text(view: MatchView) -> str:
    return f"```\n{textboard(view.position)}\n```"


def _accent(view: MatchView) -> discord.Colour:
    if view.state is MatchState.RUNNING:
        return discord.Colour.gold()
    return discord.Colour.dark_grey()


_CHALLENGE_ACCENTS = {
    ChallengeState.OPEN: discord.Colour.gold(),
    ChallengeState.ACCEPTED: discord.Colour.green(),
    ChallengeState.DECLINED: discord.Colour.dark_grey(),
    ChallengeState.CANCELLED: discord.Colour.dark_grey(),
    ChallengeState.EXPIRED: discord.Colour.dark_grey(),
}


def _own_buttons(view: MatchView, you: PlayerId) -> tuple[Button, ...]:
    more = _button(view, MatchAction.MORE, "More", discord.ButtonStyle.secondary)
    if view.to_move_player != you:
        return (more,)
    return (_button(view, MatchAction.MOVE, "Move", discord.ButtonStyle.primary), more)


def _match_buttons(view: MatchView) -> tuple[Button, ...]:
    look = _button(view, MatchAction.BOARD, "Board", discord.ButtonStyle.secondary)
    if view.state is not MatchState.RUNNING:
        again = _button(view, MatchAction.REMATCH, "Rematch", discord.ButtonStyle.success)
        start = ReplayButton(view.id, 0, ReplayAction.FIRST)
        back: Button = ui.Button(label=REPLAY, custom_id=str(start))
        return (again, back, look)
    return (
        _button(view, MatchAction.MOVE, "Move", discord.ButtonStyle.primary),
        look,
        _button(view, MatchAction.MORE, "More", discord.ButtonStyle.secondary),
    )


def _challenge_buttons(view: ChallengeView) -> tuple[Button, ...]:
    accept: Button = ui.Button(
        label="Accept",
        style=discord.ButtonStyle.success,
        custom_id=str(ChallengeButton(view.id, ChallengeAction.ACCEPT)),
    )
    decline: Button = ui.Button(
        label="Decline",
        style=discord.ButtonStyle.secondary,
        custom_id=str(ChallengeButton(view.id, ChallengeAction.DECLINE)),
    )
    cancel: Button = ui.Button(
        label="Cancel",
        style=discord.ButtonStyle.secondary,
        custom_id=str(ChallengeButton(view.id, ChallengeAction.CANCEL)),
    )
    return (accept, decline, cancel) if view.invited else (accept, cancel)


def _button(view: MatchView, action: MatchAction, label: str, style: discord.ButtonStyle) -> Button:
    return ui.Button(
        label=label, style=style, custom_id=str(MatchButton(view.id, view.ply, action))
    )
