"""``/privacy``: the export and the deletion of what is stored about the reader."""

from enum import StrEnum

from discord.ext import commands

from bot.core.waking import OneAtATime
from bot.features.privacy.service import PrivacyService
from bot.screen.ids import CustomId
from bot.screen.interaction import Click, Handler, Interaction, Screen, command
from bot.screen.page import Button, File, Page, Row, Style
from bot.screen.words import EXPORT
from rules.texts import Text

EXPORTED = Text(
    "This is everything that is stored about you: your settings, matches, moves, "
    "challenges, requests, block list, the players you follow and the rest. It is a "
    "text file (JSON)."
)
ABOUT = Text(
    "### Your data\n"
    "I keep what it takes to play: your settings, matches, moves, ratings and the like. "
    "You can have a copy of all that, or have it deleted."
)
DELETE = Text("Delete everything", "button")
ASK = Text(
    "### Delete everything about you?\n"
    "- Your matches in progress are **resigned**, and your open challenges are cancelled.\n"
    "- Your settings, block list, follows, practice board, puzzles and half-made "
    "moves are deleted.\n"
    "- Finished matches stay for your opponents, who will see *deleted player* "
    "instead of you. Messages already posted stay as they are.\n"
    "To get a copy first, use `/privacy`."
)
ASK_AGAIN = Text("### Are you sure?\nThis cannot be undone.")
DELETED = Text("I deleted everything about you. If you play again, you start from scratch.")
KEPT = Text("Nothing was deleted.")
FIRST, SECOND = Text("Delete my data"), Text("Yes, delete it for ever")
KEEP = Text("Keep it", "button")


class PrivacyAction(StrEnum):
    EXPORT = "export"
    OFFER = "offer"
    ASK = "ask"
    DELETE = "delete"
    KEEP = "keep"


class PrivacyButton(CustomId, prefix="z"):
    """A button about the data of whoever presses it."""

    action: PrivacyAction


FILE = "quintet-data.json"


def _question(asked: Text, yes: Text, action: PrivacyAction) -> Page:
    delete = Button(yes, PrivacyButton(action), Style.DANGER)
    return Page(asked, Row(delete, Button(KEEP, PrivacyButton(PrivacyAction.KEEP))))


async def on_privacy(click: Click[PrivacyButton]) -> None:
    match click.id.action:
        case PrivacyAction.EXPORT:
            await export(click)
        case PrivacyAction.OFFER:
            await click.show(_question(ASK, FIRST, PrivacyAction.ASK))
        case PrivacyAction.ASK:
            await click.show(_question(ASK_AGAIN, SECOND, PrivacyAction.DELETE))
        case PrivacyAction.DELETE:
            await click.services[PrivacyService].delete(click.actor)
            await click.say(DELETED)
        case PrivacyAction.KEEP:
            await click.say(KEPT)


async def export(click: Click[PrivacyButton]) -> None:
    with click.services[OneAtATime].for_(click.actor.id):
        written = await click.services[PrivacyService].export(click.actor)
        await click.show(Page(EXPORTED, File(FILE)), written.encode("utf-8"), FILE)


class Privacy(commands.Cog):
    @command("What is stored about you: have it as a file, or deleted", everywhere=True)
    async def privacy(self, interaction: Interaction) -> None:
        ways = (
            Button(EXPORT, PrivacyButton(PrivacyAction.EXPORT)),
            Button(DELETE, PrivacyButton(PrivacyAction.OFFER), Style.DANGER),
        )
        await interaction.show(Page(ABOUT, Row(*ways)))


SCREEN = Screen(cogs=(Privacy,), handlers=(Handler(PrivacyButton, on_privacy),))
