"""Every place that names a person, with why its reader may see the name: a new place has to say so.

What a profile or a list tells is read by people who never met those in it, so these ask
``may_name``. All other places are read by people who take part, or where it happens.
"""

import ast
from pathlib import Path

import bot
import bot.app.features  # all errors are loaded
from bot.core.errors import ServiceError
from bot.screen.words import SAID, mention
from rules.texts import Text
from tests.screen.test_text import kinds

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

KNOWN = Path(__file__).parents[1] / "data" / "who_is_named.txt"
REASONS = [
    {*told.splitlines()[1:]} - {""} for told in KNOWN.read_text(encoding="utf-8").split("# ")[1:]
]
"""The files, by why their readers may see the names."""
ASKED = REASONS[0]
REFUSALS_THAT_NAME = (
    "AlreadyOut BlockedByYou BlockedYou CannotFollow EntryByInvitation NamedBotError NotIn"
    " NotOnLadder NotTheOrganiser RequestPending SameOpponentTwice TooManyMatches HasMoved IsApart"
    " IsHigher IsPlaying NotInClub NotTheCaptain"
)
"""Of people whom the reader has named, or of who plays or organises in that server."""


def places() -> set[str]:
    """Every file that names people."""
    return {
        path.relative_to(BOT).as_posix()
        for folder in ("core", "features", "screen")
        for path in (BOT / folder).rglob("*.py")
        if any(map(_names_somebody, ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
    }


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
    assert places() == set().union(*REASONS)


def test_those_who_ask_have_one_question() -> None:
    for path in ASKED:
        text = (BOT / path).read_text(encoding="utf-8")
        assert "may_name(" in text or "listed_names(" in text, path
    asking = [
        path.relative_to(BOT).as_posix()
        for path in BOT.rglob("*.py")
        if ".is_hidden" in path.read_text(encoding="utf-8")
    ]
    assert set(asking) == ASKED


def test_every_refusal_that_names_people_is_known() -> None:
    named = {place for place, (_, say) in SAID.items() if say is mention}
    naming = {
        error.__name__
        for error in kinds(ServiceError)
        if isinstance(error.says, Text) and error.says.message.places & named
    }
    assert naming == set(REFUSALS_THAT_NAME.split())
