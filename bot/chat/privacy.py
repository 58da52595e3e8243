"""``/privacy``: what is stored about somebody, as a file, and its deletion."""

from enum import StrEnum

from discord.ext import commands

from bot.chat.common.ids import CustomId
from bot.chat.common.page import Button, File, Page, Row, Style
from bot.chat.interaction import ChatPart, Click, Interaction, anywhere, command, handles
from bot.chat.interaction.command_words import told
from rules.texts import Text

EXPORTED = Text(
    "This is everything that is stored about you: your settings, matches, moves, "
    "challenges, requests, block list, the players you follow and the rest. It is a "
    "text file (JSON)."
)
ASK = Text(
    "### Delete everything about you?\n"
    "- Your running matches are **resigned**, and your open challenges are cancelled.\n"
    "- Your settings, block list, follows, practice board, puzzles and half-made moves "
    "are deleted.\n"
    "- Finished matches stay for your opponents, who will see *deleted player* instead "
    "of you. Messages already posted stay as they are.\n"
    "`/privacy export` gives you a copy first."
)
ASK_AGAIN = Text("### Are you sure?\nThis cannot be undone.")
DELETED = Text("I deleted everything about you. If you play again, you start from scratch.")
KEPT = Text("Nothing was deleted.")
FIRST, SECOND, KEEP = (
    Text("Delete my data"),
    Text("Yes, delete it for ever"),
    Text("Keep it", "button"),
)


class PrivacyAction(StrEnum):
    ASK = "ask"
    DELETE = "delete"
    KEEP = "keep"


class PrivacyButton(CustomId, prefix="z"):
    """A button of the questions before something is deleted: about whoever presses it."""

    action: PrivacyAction


FILE = "quintet-data.json"


def _question(asked: Text, yes: Text, action: PrivacyAction) -> Page:
    delete = Button(yes, PrivacyButton(action), Style.DANGER)
    return Page(asked, Row(delete, Button(KEEP, PrivacyButton(PrivacyAction.KEEP))))


async def on_privacy(click: Click[PrivacyButton]) -> None:
    match click.id.action:
        case PrivacyAction.ASK:
            await click.show(_question(ASK_AGAIN, SECOND, PrivacyAction.DELETE))
        case PrivacyAction.DELETE:
            await click.services.privacy.delete(click.actor)
            await click.say(DELETED)
        case PrivacyAction.KEEP:
            await click.say(KEPT)


@anywhere
class Privacy(
    commands.GroupCog, name="privacy", description=told(Text("What is stored about you", "command"))
):
    @command("Everything that is stored about you, as a file")
    async def export(self, interaction: Interaction) -> None:
        with interaction.services.exports.for_(interaction.actor.id):
            written = await interaction.services.privacy.export(interaction.actor)
            await interaction.show(Page(EXPORTED, File(FILE)), written.encode("utf-8"), FILE)

    @command("Delete everything about you; you are asked twice")
    async def delete(self, interaction: Interaction) -> None:
        await interaction.show(_question(ASK, FIRST, PrivacyAction.ASK))


PART = ChatPart(cogs=(Privacy,), handlers=(handles(PrivacyButton, on_privacy),))
