"""The pages of a match: its boards, its card, and the questions before something is done."""

from collections.abc import Sequence

from bot.chat.common import text
from bot.chat.common.buttons import another_game_button, match_button, move_button
from bot.chat.common.ids import MatchAction, ReplayAction, ReplayButton
from bot.chat.common.ladders import ladder_line
from bot.chat.common.page import Accent, Button, Page, Picture, Row, Style
from bot.chat.messenger import text as words
from bot.services.boards import PostedBoard
from bot.services.matches import MatchState
from bot.services.people import is_stand_in
from data.ids import Engine, PlayerId
from rules.textboard import textboard
from rules.texts import NOTHING, Plain, Text, Words, labelled, lines

ON_A_PHONE = 3
"""So many short buttons stand in a row on a phone; one that is too many would stand alone below."""

_AROUND = 5.4  # letters: what a button needs besides its own
_ROOM = 39.0  # letters: what a phone has, within a container


def board(posted: PostedBoard, alt: Words | None, note: Words = "") -> Page:
    """A turn's board, as everybody sees it. ``alt`` is None where no picture may be attached."""
    match, looked_back = posted.match, posted.looked_back
    names = posted.names or dict.fromkeys(match.players, "")
    title = Plain("### {match}", match=text.match_title(match))
    kind = Plain("-# {kind}", kind=text.kind_of_match(match.match.unrated))
    # what a match that is over did to ratings stands below it
    heading = lines(title, words.players_line(match, names), kind if match.is_running else None)
    told: list[Words] = [words.last_line(match), words.turn_line(match, posted.until)]
    if posted.aftermath is not None:
        told += words.aftermath_lines(match, posted.aftermath, names, looked_back)
    if posted.effect is not None:
        told.append(ladder_line(posted.effect, names))
    if posted.until is not None and match.match.timeouts_held:
        told.append(Plain("-# {held}", held=text.ON_HOLD))
    rows = _in_rows(_match_buttons(match, looked_back)) if posted.newest else []
    return Page(
        heading,
        Plain("-# {note}", note=note) if note not in ("", NOTHING) else None,
        _as_text(match) if alt is None else Picture(alt),
        lines(*told),
        *(Row(*row) for row in rows),
        accent=Accent.GOLD if match.is_running else Accent.GREY,
    )


def own_board(
    match: MatchState, alt: Words, viewer_id: PlayerId, remark: Words | None = None
) -> Page:
    """The board for one person alone, with a remark on why it is shown."""
    return Page(
        remark,
        Picture(alt),
        lines(words.own_title(match, match.seat_of(viewer_id)), words.last_line(match)),
        words.own_turn_line(match, viewer_id),
        *look_rows(match, viewer_id),
        accent=Accent.GOLD if match.is_running else Accent.GREY,
    )


def board_as_text(match: MatchState, viewer_id: PlayerId) -> Page:
    return Page(
        Plain("**{match}**", match=text.match_title(match)),
        _as_text(match),
        lines(
            words.last_line(match),
            words.turn_line(match, match.match.deadline),
            text.on_hold(match.match),
        ),
        *look_rows(match, viewer_id, MatchAction.TEXT),
    )


def resign(match: MatchState) -> Page:
    return Page(
        Text(
            "Do you really want to resign {match}? This cannot be undone.",
            match=text.match_title(match.match),
        ),
        Row(
            match_button(match, Text("Resign", "button"), MatchAction.RESIGNED, Style.DANGER),
            match_button(match, Text("Play on", "button"), MatchAction.KEEP),
        ),
    )


def _as_text(match: MatchState) -> Text:
    board = Plain("```\n{board}\n```", board=textboard(match.position))
    facts = [*words.beside_the_board(match), *words.nobodys(match)]
    return lines(board, Plain("-# {facts}", facts=text.row(facts)) if facts else None)


def look_rows(
    match: MatchState, viewer_id: PlayerId, shown: MatchAction = MatchAction.BOARD
) -> list[Row]:
    """The buttons of a private look: what to do, and other ways to look than ``shown``."""
    if match.seat_of(viewer_id) is None:
        ways = _spectators_buttons(match)
    else:
        more = match_button(match, Text("More", "button"), MatchAction.MORE)
        is_turn = match.to_move_player == viewer_id
        ways = (*((move_button(match), *_hint(match)) if is_turn else ()), more)
    looks = {
        MatchAction.BOARD: text.BOARD,
        MatchAction.MOTION: text.LAST_MOVE if match.moves else None,
        MatchAction.LENS: match.info.lens if match.is_running else None,
        MatchAction.TEXT: Text("Text", "button"),
    }
    others = [
        match_button(match, label, way)
        for way, label in looks.items()
        if label and way is not shown
    ]
    return [Row(*row) for row in (*_in_rows(ways), *_in_rows(others))]


def _hint(match: MatchState) -> tuple[Button, ...]:
    """A hint, for who plays against engines alone and is to move."""
    if match.people != (match.to_move_player,):
        return ()
    return (match_button(match, text.HINT, MatchAction.HINT),)


def _spectators_buttons(match: MatchState) -> tuple[Button, ...]:
    back = Button(text.REPLAY, ReplayButton(match.id, 0, ReplayAction.FIRST))
    if not match.is_running:
        return (back,)
    return (back, match_button(match, text.FOLLOW, MatchAction.FOLLOW))


def followed(match: MatchState) -> Page:
    undo = match_button(match, text.UNFOLLOW, MatchAction.UNFOLLOW)
    return Page(text.FOLLOWED, Row(undo))


def _in_rows(buttons: Sequence[Button]) -> list[list[Button]]:
    """Rows of which a phone breaks none."""
    rows: list[list[Button]] = []
    for button in buttons:
        longer = [*(rows[-1] if rows else ()), button]
        width = sum(len(str(each.label)) + _AROUND for each in longer)
        if rows and len(longer) <= ON_A_PHONE and width <= _ROOM:
            rows[-1] = longer
        else:
            rows.append([button])
    if len(rows) > 1 and len(rows[-1]) == 1 and len(rows[-2]) == ON_A_PHONE:
        rows[-1].insert(0, rows[-2].pop())
    return rows


def _match_buttons(match: MatchState, looked_back: int) -> tuple[Button, ...]:
    """What stands below a board that everybody sees."""
    if match.is_running:
        look = match_button(match, text.LOOK, MatchAction.BOARD)
        more = match_button(match, Text("More", "button"), MatchAction.MORE)
        move = () if isinstance(match.to_move_player, Engine) else (move_button(match),)
        return (*move, *_hint(match), look, more, *_forgiving(match))
    back = _way_back(match, looked_back)
    another = (another_game_button(),) if match.match.is_practice else ()
    rematch = match_button(match, Text("Rematch", "button"), MatchAction.REMATCH, Style.SUCCESS)
    deleted = any(map(is_stand_in, match.people))  # nobody plays against whose data was deleted
    ways = (*_forgiving(match), *(() if deleted else (rematch,)), back, *another)
    if match.server_id is None:  # there is nobody with whom to share it
        return ways
    return (*ways, match_button(match, text.SHARE, MatchAction.SHARE))


def _way_back(match: MatchState, looked_back: int) -> Button:
    practised = match.match.is_practice
    action = ReplayAction.LOOK if practised else ReplayAction.FIRST
    back = ReplayButton(match.id, 0, action)
    if not looked_back:
        return Button(text.REPLAY, back)
    label = labelled(text.LOOK_BACK, text.moves(looked_back))
    return Button(label, back, Style.PRIMARY)


def _forgiving(match: MatchState) -> tuple[Button, ...]:
    if match.timed_out is None:
        return ()
    return (match_button(match, text.FORGIVE, MatchAction.FORGIVE),)


def forgive(match: MatchState) -> Page:
    return Page(
        words.confirm_forgive(match),
        Row(
            match_button(match, text.FORGIVE, MatchAction.FORGIVEN, Style.SUCCESS),
            match_button(match, Text("Keep the result"), MatchAction.MORE),
        ),
    )
