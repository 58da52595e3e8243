"""Pages of a match: the public board, and questions before resigning and forgiving."""

from bot.core.matches import MatchState
from bot.core.people import is_stand_in
from bot.features.matches.boards import PostedBoard
from bot.features.matches.words import places_line
from bot.features.ratings import words as ratings
from bot.screen import words as text
from bot.screen.buttons import another_game_button, match_button, move_button
from bot.screen.ids import MatchAction, ReplayAction, ReplayButton
from bot.screen.messenger import words
from bot.screen.messenger.pages import as_text, hint_button, in_rows
from bot.screen.page import Accent, Button, Page, Picture, Row, Style
from data.ids import Engine
from rules.texts import NOTHING, Plain, Text, Words, labelled, lines


def board(posted: PostedBoard, alt: Words | None, note: Words = "") -> Page:
    """The public board. ``alt`` is None if no picture can be attached."""
    match, looked_back = posted.match, posted.looked_back
    names = posted.names or dict.fromkeys(match.players, "")
    title = Plain("### {match}", match=text.match_title(match))
    kind = Plain("-# {kind}", kind=text.kind_of_match(match.match.unrated))
    # of an ended match, the changes of ratings say it below
    heading = lines(title, words.players_line(match, names), kind if match.is_running else None)
    told: list[Words] = [words.last_line(match), words.turn_line(match, posted.until)]
    if posted.aftermath is not None:
        told += ratings.aftermath_lines(match, posted.aftermath, names, looked_back)
    if posted.effect is not None:
        told.append(places_line(posted.effect, names))
    if posted.until is not None and match.match.timeouts_held:
        told.append(Plain("-# {held}", held=text.ON_HOLD))
    rows = in_rows(_match_buttons(match, looked_back)) if posted.newest else []
    return Page(
        heading,
        Plain("-# {note}", note=note) if note not in ("", NOTHING) else None,
        as_text(match) if alt is None else Picture(alt),
        lines(*told),
        *(Row(*row) for row in rows),
        accent=Accent.GOLD if match.is_running else Accent.GREY,
    )


def _match_buttons(match: MatchState, looked_back: int) -> tuple[Button, ...]:
    """The buttons below a public board."""
    if match.is_running:
        look = match_button(match, text.LOOK, MatchAction.BOARD)
        more = match_button(match, Text("More", "button"), MatchAction.MORE)
        move = () if isinstance(match.to_move_player, Engine) else (move_button(match),)
        return (*move, *hint_button(match), look, more, *_forgiving(match))
    back = _way_back(match, looked_back)
    another = (another_game_button(),) if match.match.is_practice else ()
    rematch = match_button(match, Text("Rematch", "button"), MatchAction.REMATCH, Style.SUCCESS)
    deleted = any(map(is_stand_in, match.people))  # no rematch against deleted players
    ways = (*_forgiving(match), *(() if deleted else (rematch,)), back, *another)
    if match.server_id is None:  # in direct messages nobody else can see it
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


def forgive(match: MatchState) -> Page:
    return Page(
        words.confirm_forgive(match),
        Row(
            match_button(match, text.FORGIVE, MatchAction.FORGIVEN, Style.SUCCESS),
            match_button(match, Text("Keep the result"), MatchAction.MORE),
        ),
    )


def followed(match: MatchState) -> Page:
    undo = match_button(match, text.UNFOLLOW, MatchAction.UNFOLLOW)
    return Page(text.FOLLOWED, Row(undo))
