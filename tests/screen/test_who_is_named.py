"""Every place that names a person, with why its reader may see the name: a new place has to say so.

What a profile or a list tells is read by people who never met those in it, so these ask
``may_name``. All other places are read by people who take part, or where it happens.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import bot
import bot.app.features  # all errors are loaded
from bot.core.errors import ServiceError
from bot.screen.words import SAID, mention
from rules.texts import Text
from tests.screen.interaction.test_refusals_text import kinds

BOT = Path(bot.__file__).parent
NAMING = {
    "mention",
    "harmless",
    "holder_name",
    "listed_names",
    "mentioned",
    "in_time",
    "names_here",
}
"""What makes a name of a number, beside ``of`` and ``member`` of what is called ``names``."""

ASKED = {
    "screen/names.py": "_name may_name mentioned names_here",
    "features/leaderboards/screen.py": "show_leaderboard with_names",
    "features/profiles/screen.py": "_name show_profile",
}
"""They ask ``may_name``; the heading of a profile is there only after it was asked."""

TAKING_PART = {
    "features/challenges/words.py": (
        "open_line rematch which_game _offer _seats challenge_body challenge_status practice_begun"
    ),
    "features/timekeeping/words.py": "line bank contest_goes_on news",
    "features/help/screen.py": "_advice _challenged",
    "screen/interaction/command_options.py": "_labels",
    "features/matches/words.py": "_ _away _not_your_turn entry followed_end requests seen",
    "features/reminders/words.py": "reminder",
    "features/replays/screen.py": "player_names",
    "features/replays/words.py": "heading who",
    "features/requests/words.py": "_taken_back menu_heading nudged request_heading request_status",
    "features/rulings/screen.py": "on_button",
    "features/rulings/words.py": "_line _name",
}
"""Of a match or challenge that the reader takes part in, or sees where it is (``may_see``)."""

POSTED = {
    "features/matches/pages.py": "face_of_board",
    "features/replays/screen.py": "_shared_page",
    "screen/messenger/pages.py": "- holder_in with_players",
    "screen/messenger/messenger.py": "_mentions _named",
    "screen/messenger/words.py": (
        "_author _called_off _forgiven _limited confirm_forgive holder_name last_line"
        " own_turn_line result turn_line"
    ),
}
"""In a server's channel, of what is played there."""

OF_THE_SERVER = {
    "features/matches/words.py": "_named absence followed",
    "features/ladders/history_words.py": "_consequences _lines _pair _who",
    "features/ladders/pages.py": "face_of_news names_in",
    "features/ladders/screen.py": "on_form show_history show_targets",
    "features/ladders/words.py": "_refused line",
    "features/matches/screen.py": "_unfollow_menu",
    "features/profiles/words.py": "_title",  # a tournament's name
    "features/leaderboards/screen.py": "_line champion_chosen",
    "features/tournaments/format_words.py": "_bracket_row _row _score _scored _share",
    "features/tournaments/pages.py": "face_of_notice with_names",
    "features/tournaments/event_words.py": "_who to_player",
    "features/tournaments/screen/commands.py": "_filled export show show_view",
    "features/tournaments/words.py": "_ _plays named paired who",
}
"""Of who joined a ladder or tournament, or is followed, read in that server alone."""

THE_READERS_OWN = {
    "features/settings/screen.py": "show_blocked toggle_block unblock",
}
"""Of people whom the reader has named."""

THE_MEANS = {
    "screen/words.py": "- mention people",  # - for the refusals below
}
REFUSALS_THAT_NAME = (
    "AlreadyOut BlockedByYou BlockedYou CannotFollow EntryByInvitation NamedBotError NotIn"
    " NotOnLadder NotTheOrganiser RequestPending SameOpponentTwice TooManyMatches"
)
"""Of people whom the reader has named, or of who plays or organises in that server."""


def places() -> set[tuple[str, str]]:
    """Every file and function that names people; ``-`` for what is beside all functions."""
    folders = (BOT / "core", BOT / "features", BOT / "screen")
    return {
        (path.relative_to(BOT).as_posix(), function)
        for folder in folders
        for path in sorted(folder.rglob("*.py"))
        for function in _naming(ast.parse(path.read_text(encoding="utf-8")), "-")
    }


def _naming(node: ast.AST, function: str) -> Iterator[str]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.ImportFrom | ast.Import):
            continue
        if _names_somebody(inner):
            yield function
        is_function = isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from _naming(inner, inner.name if is_function else function)


def _names_somebody(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in NAMING
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value.endswith(("<@", "<@!"))
    if isinstance(node, ast.Attribute):
        of_names = node.attr in {"of", "member"} and ast.unparse(node.value).endswith("names")
        return of_names or node.attr in NAMING
    return False


def test_every_place_that_names_people_is_known() -> None:
    groups = (ASKED, TAKING_PART, POSTED, OF_THE_SERVER, THE_READERS_OWN, THE_MEANS)
    known = {
        (path, function)
        for group in groups
        for path, functions in group.items()
        for function in functions.split()
    }
    assert places() == known


def test_those_who_ask_have_one_question() -> None:
    for path in ASKED:
        text = (BOT / path).read_text(encoding="utf-8")
        assert "may_name(" in text or "listed_names(" in text, path
    asking = [
        path.relative_to(BOT).as_posix()
        for path in BOT.rglob("*.py")
        if ".is_hidden" in path.read_text(encoding="utf-8")
    ]
    assert sorted(asking) == [
        "features/leaderboards/screen.py",
        "features/profiles/screen.py",
        "screen/names.py",
    ]


def test_every_refusal_that_names_people_is_known() -> None:
    named = {place for place, (_, say) in SAID.items() if say is mention}
    naming = {
        error.__name__
        for error in kinds(ServiceError)
        if isinstance(error.says, Text) and error.says.message.places & named
    }
    assert naming == set(REFUSALS_THAT_NAME.split())
