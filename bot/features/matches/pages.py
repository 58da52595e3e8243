"""Pages of a match: its public board, the digest, and questions before resigning and forgiving."""

from dataclasses import replace
from functools import partial

from bot.core.matches import MatchState
from bot.core.pictures import picture_of
from bot.features.matches.boards import PostedBoard
from bot.features.matches.words import ALL, entry, places_line, thread_fallback
from bot.features.moves.screen.composer import InboxAction, InboxButton, next_match
from bot.features.ratings import words as ratings
from bot.features.reminders import Digest
from bot.screen import words as text
from bot.screen.buttons import SettingsTab, another_game_button, tab
from bot.screen.ids import MatchAction, MatchButton, ReplayAction, ReplayButton
from bot.screen.messenger import words
from bot.screen.messenger.pages import (
    Face,
    as_text,
    hint_button,
    in_rows,
    match_button,
    move_button,
)
from bot.screen.names import TITLE, harmless
from bot.screen.page import Accent, Button, Page, Picture, Row, Section, Style
from data.ids import Engine, MatchId, is_stand_in
from data.states import EntryKind
from renderer import alt_text
from rules.texts import NOTHING, Counted, Plain, Text, Words, labelled, lines, sentences

ON_DIGEST = 10


def face_of_board(posted: PostedBoard) -> Face:
    """The message of a board; it mentions the player to move, unless there is a pause."""
    match, to_move = posted.match, posted.match.to_move_player
    is_paused = match.last is not None and match.last.kind is EntryKind.PAUSE
    is_past = match.match.ply > match.ply  # a later board mentions the player
    silent = is_paused or is_past or posted.is_beside
    mentioned = (to_move,) if isinstance(to_move, int) and not silent else ()
    over = MatchAction.REMATCH if match.server_id is None else MatchAction.SHARE
    mark = MatchButton(match.id, match.ply, MatchAction.BOARD if match.is_running else over)
    found_by = str(mark)
    if match.match.club_id is not None and not match.is_running:
        found_by = str(ReplayButton(match.id, 0, ReplayAction.FIRST))
    shown = board(posted, alt_text(picture_of(match), match.sentence))
    return Face(
        shown,
        mentioned,
        found_by,
        partial(board, posted, None),
        lambda pictures, wording: pictures.board(picture_of(match, wording=wording)),
    )


def face_of_digest(digest: Digest) -> Face:
    mark = InboxButton(InboxAction.PAGE, 0)
    page = Page(
        Counted(
            "### One match waits for you",
            "### {number} matches wait for you",
            len(digest.waiting),
        ),
        *(
            Section(entry(line, digest.player_id, {}), move_button(line))
            for line in digest.waiting[:ON_DIGEST]
        ),
        Row(next_match(MatchId(0)), Button(ALL, mark), tab(SettingsTab.REMINDERS)),
        accent=Accent.GOLD,
    )
    return Face(page, (), str(mark))


def board(posted: PostedBoard, alt: Words | None) -> Page:
    """The public board. ``alt`` is None if no picture can be attached."""
    match, looked_back, why = posted.match, posted.looked_back, posted.fallback
    names = posted.names or dict.fromkeys(match.players, "")
    title = Plain("### {match}", match=text.match_title(match))
    contest = match.match.tournament
    name = [harmless(contest, TITLE)] if contest else []
    kind = Plain("-# {kind}", kind=text.row([text.kind_of_match(match.match.unrated), *name]))
    # of an ended match, the changes of ratings say it below
    heading = lines(title, words.players_line(match, names), kind if match.is_running else None)
    turn = words.waiting_line if posted.is_beside else words.turn_line
    told: list[Words] = [words.last_line(match), turn(match, posted.until)]
    if posted.aftermath is not None:
        told += ratings.aftermath_lines(match, posted.aftermath, names, looked_back)
    if posted.effect is not None:
        told.append(places_line(posted.effect, names))
    if posted.until is not None and match.match.timeouts_held:
        told.append(Plain("-# {held}", held=text.ON_HOLD))
    is_news = why is not None and why != match.match.thread_fallback
    note = sentences(
        thread_fallback(why) if why is not None and is_news else None,
        text.NO_PICTURE if alt is None and posted.newest else None,
    )
    buttons = _match_buttons(match, looked_back, beside=posted.is_beside)
    rows = in_rows(buttons) if posted.newest else []
    return Page(
        heading,
        Plain("-# {note}", note=note) if note != NOTHING else None,
        as_text(match) if alt is None else Picture(alt),
        lines(*told),
        *(Row(*row) for row in rows),
        accent=Accent.GOLD if match.is_running else Accent.GREY,
    )


def _match_buttons(match: MatchState, looked_back: int, *, beside: bool) -> tuple[Button, ...]:
    """The buttons below a public board; ``beside``: where nobody is to move."""
    if match.is_running:
        look = match_button(match, text.LOOK, MatchAction.BOARD)
        more = match_button(match, Text("More", "button"), MatchAction.MORE)
        waits = beside or isinstance(match.to_move_player, Engine)
        move = () if waits else (move_button(match),)
        return (*move, *hint_button(match), look, more, *_forgiving(match))
    first = ReplayAction.LOOK if match.match.is_practice else ReplayAction.FIRST
    back = Button(text.REPLAY, ReplayButton(match.id, 0, first))
    if looked_back:
        label = labelled(text.LOOK_BACK, text.moves(looked_back))
        back = replace(back, label=label, style=Style.PRIMARY)
    another = (another_game_button(),) if match.match.is_practice else ()
    rematch = match_button(match, Text("Rematch", "button"), MatchAction.REMATCH, Style.SUCCESS)
    # no rematch against deleted players, nor across servers
    no_rematch = any(map(is_stand_in, match.people)) or match.match.club_id is not None
    ways = (*_forgiving(match), *(() if no_rematch else (rematch,)), back, *another)
    # nobody else can see a direct message; two servers share no post
    if match.server_id is None or match.match.club_id is not None:
        return ways
    return (*ways, match_button(match, text.SHARE, MatchAction.SHARE))


def _forgiving(match: MatchState) -> tuple[Button, ...]:
    if match.timed_out is None:
        return ()
    return (match_button(match, text.FORGIVE, MatchAction.FORGIVE),)


def resign(match: MatchState) -> Page:
    return Page(
        Text(
            "Do you really want to resign {match}? This cannot be undone.",
            match=text.match_title(match.match),
        ),
        Row(
            match_button(match, Text("Resign", "button"), MatchAction.RESIGNED, Style.DANGER),
            match_button(match, Text("Keep playing", "button"), MatchAction.KEEP),
        ),
    )


def forgive(match: MatchState) -> Page:
    return Page(
        words.confirm_forgive(match),
        Row(
            match_button(match, text.FORGIVE, MatchAction.FORGIVEN, Style.SUCCESS),
            match_button(match, Text("Keep the result"), MatchAction.MORE),
        ),
    )
