"""The messages of boards and digests."""

from functools import partial

from bot.core.matches import picture_of
from bot.features.matches import inbox_words as words
from bot.features.matches import pages
from bot.features.matches.boards import PostedBoard
from bot.features.matches.words import thread_fallback
from bot.features.moves.screen.played import InboxAction, InboxButton, next_match
from bot.features.reminders import Digest
from bot.screen.buttons import SettingsTab, SettingsTabButton, move_button
from bot.screen.ids import MatchAction, MatchButton
from bot.screen.messenger.faces import Face
from bot.screen.page import Accent, Button, Page, Row, Section
from bot.screen.words import NO_PICTURE
from data.ids import MatchId
from data.states import EntryKind
from renderer import alt_text
from rules.texts import Counted, Text, Words, sentences

ON_DIGEST = 10


def face_of_board(board: PostedBoard) -> Face:
    """The message of a board; it mentions the player to move, unless there is a pause."""
    match, to_move = board.match, board.match.to_move_player
    alt = alt_text(picture_of(match), match.sentence)
    is_paused = match.last is not None and match.last.kind is EntryKind.PAUSE
    is_past = match.match.ply > match.ply  # a later board mentions the player
    mentioned = (to_move,) if isinstance(to_move, int) and not (is_paused or is_past) else ()
    plain = partial(_board, board, None)
    over = MatchAction.REMATCH if match.server_id is None else MatchAction.SHARE
    mark = MatchButton(match.id, match.ply, MatchAction.BOARD if match.is_running else over)
    return Face(_board(board, alt), mentioned, str(mark), plain)


def face_of_digest(digest: Digest) -> Face:
    mark = InboxButton(InboxAction.PAGE, 0)
    settings = SettingsTabButton(SettingsTab.REMINDERS)
    page = Page(
        Counted(
            "### One match waits for you",
            "### {number} matches wait for you",
            len(digest.waiting),
        ),
        *(
            Section(words.entry(line, digest.player_id), move_button(line))
            for line in digest.waiting[:ON_DIGEST]
        ),
        Row(next_match(MatchId(0)), Button(words.ALL, mark), Button(words.SETTINGS, settings)),
        accent=Accent.GOLD,
    )
    return Face(page, (), str(mark))


def _board(board: PostedBoard, alt: Words | None) -> Page:
    """The page with its picture, or in text if ``alt`` is None."""
    match, why = board.match, board.fallback
    is_news = why is not None and why != match.match.thread_fallback
    notes: list[Text] = [thread_fallback(why)] if why is not None and is_news else []
    notes += [NO_PICTURE] if alt is None and board.newest else []
    return pages.board(board, alt, sentences(*notes))
