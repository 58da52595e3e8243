"""The inbox: a player's matches, page by page, and the next one to move in."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from bot.core.matches import MatchSummary
from bot.features.matches import inbox_words as words
from bot.features.moves.screen.buttons import open_composer
from bot.features.moves.screen.played import InboxAction, InboxButton, next_match
from bot.features.requests import Inbox, InboxService
from bot.screen.buttons import page_buttons
from bot.screen.interaction import Click, Interaction, Purpose, match_list
from bot.screen.page import Accent, Menu, Page, Part, Row
from bot.screen.words import on_hold
from data.ids import MatchId, PlayerId
from rules.texts import Plain, Text, lines

ON_PAGE = 10

InboxEntry = tuple[Text, MatchSummary]
"""The heading of a group, and a match in it."""


async def on_inbox(click: Click[InboxButton]) -> None:
    if click.id.action is InboxAction.NEXT:
        await open_next(click, MatchId(click.id.number))
    else:
        await show_inbox(click, click.id.number)


async def show_inbox(interaction: Interaction, page: int = 0) -> None:
    reader = interaction.actor.id
    found = await interaction.services[InboxService].read(reader)
    entries = list(_entries(found))
    last = max(len(entries) - 1, 0) // ON_PAGE
    shown = min(page, last)
    on_page = entries[shown * ON_PAGE : (shown + 1) * ON_PAGE]
    lines = [line for _, line in on_page]
    chosen = await match_list(interaction, lines, Purpose.OPEN) if lines else None
    await interaction.show(inbox_layout(found, reader, on_page, (shown, last), chosen))


async def open_next(interaction: Interaction, after: MatchId) -> None:
    """Open the composer for the first waiting match, or the one listed after ``after``."""
    found = await interaction.services[InboxService].read(interaction.actor.id)
    waiting = [line.id for line in found.waiting]
    if not waiting:
        await interaction.say(words.NOTHING_WAITS)
        return
    place = waiting.index(after) + 1 if after in waiting else 0
    await open_composer(interaction, waiting[place % len(waiting)])


def inbox_layout(
    found: Inbox,
    reader: PlayerId,
    on_page: Sequence[InboxEntry],
    page: tuple[int, int],
    choice: Menu | None,
) -> Page:
    """A page of the inbox, with a line for each match.

    ``page`` is its number and the last one's, from 0; ``choice`` opens one of its matches.
    """
    damaged = words.unreadable(found.damaged)
    if choice is None:
        return Page(damaged or words.EMPTY)
    shown, last = page
    held = on_hold(*found.waiting, *found.others)
    items: list[Part] = [held] if held else []
    if found.waiting:
        items.append(Row(next_match(MatchId(0))))
    if found.asked and not shown:
        items.append(words.asked(found))
    for heading, group in groupby(on_page, key=lambda entry: entry[0]):
        told = (words.entry(line, reader) for _, line in group)
        items.append(lines(Plain("### {heading}", heading=heading), *told))
    if damaged is not None:
        items.append(damaged)
    items.append(choice)
    if last:
        way = partial(InboxButton, InboxAction.PAGE)
        turns = page_buttons(shown, last + 1, words.EARLIER, words.LATER, way)
        where = Text("-# Page {shown} of {last}", shown=shown + 1, last=last + 1)
        items += [where, Row(*turns)]
    return Page(*items, accent=Accent.GOLD)


def _entries(found: Inbox) -> Iterator[InboxEntry]:
    for heading, group in (
        (words.WAITING, found.waiting),
        (words.OTHERS, found.others),
        (words.RECENT, found.recent),
    ):
        for line in group:
            yield (Plain("{heading} ({count})", heading=heading, count=len(group)), line)
