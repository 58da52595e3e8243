"""What is posted of matches: a turn's board, how one ended, and all that wait for somebody."""

from dataclasses import replace
from functools import partial

from bot.chat.common.move_buttons import move_button
from bot.chat.common.names import Names
from bot.chat.common.page import Accent, Button, Page, Row, Section
from bot.chat.common.settings_tabs import SettingsTab, SettingsTabButton
from bot.chat.common.text import NO_PICTURE
from bot.chat.composer.played import InboxAction, InboxButton, next_match
from bot.chat.matches import inbox_text as words
from bot.chat.messenger import layouts
from bot.chat.messenger.faces import Face, names_in
from bot.chat.messenger.text import thread_fallback
from bot.services.boards import Board
from bot.services.matches import picture_of
from bot.services.reminders import Digest
from bot.services.watching import FollowedEnd
from data.ids import MatchId
from data.states import EntryKind
from renderer import alt_text

ON_DIGEST = 10


def face_of_board(board: Board) -> Face:
    """A turn's board, with one mention: the player to move, unless there is a pause."""
    match, to_move = board.match, board.match.to_move_player
    alt = alt_text(picture_of(match), match.sentence)
    is_paused = match.last is not None and match.last.kind is EntryKind.PAUSE
    is_past = match.match.ply > match.ply  # then a later board mentions who is to move
    mentioned = (to_move,) if isinstance(to_move, int) and not (is_paused or is_past) else ()
    plain = partial(_board, board, None)
    return Face(_board(board, alt), mentioned, layouts.board_mark(match), plain)


def face_of_end(end: FollowedEnd) -> Face:
    """How a match ended, for one person alone; it is recognised by its words."""
    return Face(Page(end.words), (), end.words)


def face_of_digest(digest: Digest) -> Face:
    """What the digest looks like; it mentions nobody."""
    mark = InboxButton(InboxAction.PAGE, 0)
    settings = SettingsTabButton(SettingsTab.REMINDERS)
    page = Page(
        words.digest_heading(len(digest.waiting)),
        *(
            Section(words.entry(line, digest.player_id), move_button(line))
            for line in digest.waiting[:ON_DIGEST]
        ),
        Row(next_match(MatchId(0)), Button(words.ALL, mark), Button(words.SETTINGS, settings)),
        accent=Accent.GOLD,
    )
    return Face(page, (), str(mark))


async def with_names(board: Board, names: Names) -> Board:
    """The same with the names of those who play."""
    return replace(board, names=await names_in(board.match, names))


def _board(board: Board, alt: str | None) -> Page:
    """With its picture, or in text if ``alt`` is None."""
    match, why = board.match, board.fallback
    is_news = why is not None and why != match.match.thread_fallback
    notes = [thread_fallback(why)] if why is not None and is_news else []
    notes += [NO_PICTURE] if alt is None and board.newest else []
    return layouts.board(
        match,
        board.names or dict.fromkeys(match.players, ""),
        alt,
        note=" ".join(notes),
        until=board.until,
        aftermath=board.aftermath,
        effect=board.effect,
        looked_back=board.looked_back,
        buttons=board.newest,
    )
