"""What is said to people who are learning the games."""

from bot.chat.common.markdown import for_chat
from bot.chat.interaction.part import Refusals
from bot.services.rulebook import RulesMissing, RulesPage
from rules.game import GameInfo

PREVIOUS, NEXT = "◀ Previous", "Next ▶"
JUMP = "Go to a page"
TRY = "Try it"
PLAY = "Play against me"
FIRST_MATCH = "First match, against me"
ANOTHER = "Choose a game"
WHICH_GAME = "Which game against me, at level 1? `/practice` has other levels."
READ = "Read how a game is played"


def page_text(info: GameInfo, page: RulesPage, number: int, pages: int) -> str:
    """A page's heading and text; the first says whose game it is, and whose side is ahead."""
    credit = f"By {info.designer}, {info.year}. " if number == 0 else ""
    body = f"\n{for_chat(page.text)}" if page.text else ""
    balance = f"\n{info.balance}" if number == 0 and info.balance else ""
    return f"### {info.name}: {page.title}\n-# {credit}Page {number + 1} of {pages}{body}{balance}"


def page_caption(page: RulesPage) -> str | None:
    """What stands below the picture; None without one."""
    return None if page.illustration is None else f"-# {page.illustration.caption}"


def page_name(page: RulesPage, number: int) -> str:
    """A page in a list of pages: ``3. Turn``."""
    return f"{number + 1}. {page.title}"


def page_note(page: RulesPage) -> str | None:
    """What a page shows, where that says more than its name."""
    return None if page.illustration is None else page.illustration.caption


REFUSALS: Refusals = {
    RulesMissing: lambda error: (
        f"The rules of {error.info.name} were not installed with this bot. "
        "Please tell whoever runs it."
    ),
}
