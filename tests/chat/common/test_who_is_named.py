"""Every place that names a person, with why its reader may see the name: a new place has to say so.

What a profile or a list tells is read by people who never met those in it, so these ask
``may_name``. All other places are read by people who take part, or where it happens.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from bot import chat, services
from bot.app.parts import REFUSALS
from bot.chat.common.text import mention
from bot.chat.interaction.client import SAID
from rules.texts import Text

BOT = Path(chat.__file__).parent.parent
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
    "chat/common/names.py": "_name may_name mentioned names_here",
    "chat/leaderboards/pages.py": "show_leaderboard with_names",
    "chat/profiles/pages.py": "_name show_profile",
}
"""They ask ``may_name``; the heading of a profile is there only after it was asked."""

TAKING_PART = {
    "chat/challenges/text.py": (
        "open_line rematch which_game _offer _seats challenge_body challenge_status practice_begun"
    ),
    "chat/clocks/text.py": "_what bank news",
    "chat/help.py": "_advice _challenged",
    "chat/interaction/match_option.py": "_labels",
    "chat/matches/inbox_text.py": "_away entry followed_end requests seen",
    "chat/matches/refusals.py": "- _not_your_turn",
    "chat/reminders/text.py": "reminder",
    "chat/replay/buttons.py": "player_names",
    "chat/replay/review_text.py": "who",
    "chat/replay/text.py": "heading",
    "chat/requests/text.py": "- _declined _taken_back menu_heading nudged request_heading "
    "request_status",
    "chat/rulings/commands.py": "on_button",
    "chat/rulings/text.py": "_line _name",
    "chat/vacation.py": "_goes_on",  # a tournament's name
}
"""Of a match or challenge that the reader takes part in, or sees where it is (``may_see``)."""

POSTED = {
    "chat/matches/cards.py": "face_of_board",
    "chat/messenger/faces.py": "- holder_in with_players",
    "chat/messenger/messenger.py": "_mentions _named",
    "chat/messenger/text.py": (
        "_author _called_off _forgiven _limited confirm_forgive holder_name last_line"
        " own_turn_line result turn_line"
    ),
}
"""In a server's channel, of what is played there."""

OF_THE_SERVER = {
    "chat/matches/text.py": "_named",
    "chat/ladders/history_text.py": "- _ended _lines _pair _result _ruled _who made",
    "chat/ladders/layouts.py": "face_of_news names_in",
    "chat/ladders/showing.py": "show_history show_targets",
    "chat/ladders/text.py": "_cannot_challenge _refused invited line",
    "chat/matches/commands.py": "_stopping",
    "chat/matches/inbox_text.py": "absence followed",
    "chat/profiles/text.py": "_title",  # a tournament's name
    "chat/leaderboards/champions.py": "_line chosen",
    "chat/tournaments/exporting.py": "export",
    "chat/tournaments/formats.py": "_bracket_row _row _score _scored _share",
    "chat/tournaments/refusals.py": "- _name _over",
    "chat/tournaments/layouts.py": "face_of_line with_names",
    "chat/tournaments/acts.py": "_filled",
    "chat/tournaments/events.py": "_who to_player",
    "chat/tournaments/managing.py": "show",
    "chat/tournaments/showing.py": "show_view",
    "chat/tournaments/text.py": "_entrant _plays named paired",
}
"""Of who joined a ladder or tournament, or is followed, read in that server alone."""

THE_READERS_OWN = {
    "chat/settings/commands.py": "show_blocked",
    "chat/settings/text.py": "block_list blocked unblocked",
}
"""Of people whom the reader has named."""

THE_MEANS = {
    "chat/common/text.py": "mention people",
    "chat/interaction/client.py": "-",  # for the refusals below
}
REFUSALS_THAT_NAME = (
    "BlockedByYou BlockedYou CannotFollow NamedBotError NotOnLadder"
    " NotTheOrganiser SameOpponentTwice TooManyMatches"
)
"""Of people whom the reader has named, or of who plays or organises in that server."""


def places() -> set[tuple[str, str]]:
    """Every file and function that names people; ``-`` for what is beside all functions."""
    folders = (Path(chat.__file__).parent, Path(services.__file__).parent)
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
        if ".is_hidden" in path.read_text(encoding="utf-8") and "chat" in path.parts
    ]
    assert sorted(asking) == [
        "chat/common/names.py",
        "chat/leaderboards/pages.py",
        "chat/profiles/pages.py",
    ]


def test_every_refusal_that_names_people_is_known() -> None:
    named = {place for place, (_, say) in SAID.items() if say is mention}
    naming = {
        error.__name__
        for error, told in REFUSALS.items()
        if isinstance(told, Text) and told.message.places & named
    }
    assert naming == set(REFUSALS_THAT_NAME.split())
