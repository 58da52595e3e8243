"""The composer: a private board on which a player builds a move, confirms and plays it.

Every click names the match, the ply and the stage at which it was offered; the steps are stored. So
a click works after a restart, and a repeated one, or one on another device, only shows the current
board.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import partial

from cachetools import FIFOCache

from bot.core.matches import (
    IllegalText,
    MatchOver,
    MatchService,
    MatchState,
    NotYourTurn,
    OutdatedBoard,
    Played,
)
from bot.features.moves import words
from bot.features.moves.composition import Composing, Composition, MovedOn, NotWhole
from bot.features.moves.screen.boards import Make, asking_page, move_form, show_asking, ways
from bot.features.moves.screen.question import WHOLE, Question
from bot.features.moves.service import ComposerService
from bot.screen.ids import BoardAction, CustomId, Stage
from bot.screen.interaction import (
    CHANGEABLE,
    Click,
    Handler,
    Interaction,
    PrivateMessage,
    Screen,
)
from bot.screen.messenger.words import own_title, played_line
from bot.screen.page import Accent, Button, Page, Picture, Row, Style
from bot.screen.words import match_title
from data.ids import MatchId, PlayerId
from renderer import alt_text
from rules.texts import Words, lines

MAX_OPEN = 1000
"""How many open composers are kept; the oldest are dropped."""


class ComposerButton(CustomId, prefix="s"):
    """A button or form of composing a move in the match at ``ply``, when it was at ``stage``.

    ``number`` is the choice, counted from 0, or the shown part of a question.
    """

    match_id: MatchId
    ply: int
    stage: Stage
    action: BoardAction
    number: int = 0


Clicked = Click[ComposerButton]


async def on_composer(click: Clicked) -> None:
    if click.id.action is BoardAction.TYPE:  # a form has to be the first answer
        composer, match_id = click.services[ComposerService], click.id.match_id
        now = await composer.open(click.actor, match_id, click.id.ply)
        title, begun = match_title(now.match), now.composition.text
        await click.ask(move_form(title, click.id, now.match.position, begun))
        return
    await click.defer_update(counts=True)
    try:
        await _act(click)
    except (MovedOn, NotWhole) as error:
        await choose(click, error.now, remark=words.STANDS)
    except (NotYourTurn, OutdatedBoard, MatchOver) as error:
        if not has_made(error.view, click.actor.id, click.id.ply):
            raise
        await click.say(words.made_elsewhere(error.view, click.id.ply + 1))


async def open_composer(
    interaction: Interaction, match_id: MatchId, expected_ply: int | None = None
) -> None:
    """Show the next choices, or a whole move to confirm; the interaction is acknowledged."""
    composer, actor = interaction.services[ComposerService], interaction.actor
    now = await composer.open(actor, match_id, expected_ply)
    await (confirm if now.composition.is_whole else choose)(interaction, now)


async def _act(click: Clicked) -> None:
    """Do the action of a button, and show the board after it."""
    composer, number, action = click.services[ComposerService], click.id.number, click.id.action
    where = click.actor, click.id.match_id, click.id.ply, click.id.stage
    match action:
        case BoardAction.TAKE:
            now = await composer.take(*where, click.choice(number))
            await (_end if now.composition.is_whole else choose)(click, now)
        case BoardAction.STOP:
            now = await composer.at(*where)
            now.whole()
            await _end(click, now)
        case BoardAction.PLAY:
            await played(click, await composer.play(*where))
        case BoardAction.BACK:
            await choose(click, await composer.back(*where))
        case BoardAction.OVER:
            await choose(click, await composer.start_over(*where))
        case BoardAction.CHANGE:
            now = await composer.at(*where)
            await choose(click, await composer.back(*where) if now.composition.is_whole else now)
        case BoardAction.PART | BoardAction.HELP:
            now = await composer.at(*where)
            await choose(click, now, shown=number, explained=action is BoardAction.HELP)
        case _:
            raise MovedOn(await composer.at(*where))


async def choose(
    interaction: Interaction,
    now: Composing,
    *,
    shown: int = WHOLE,
    remark: Words | None = None,
    explained: bool = False,
) -> None:
    """Show the next choices; ``explained``: with explanations, also of familiar steps.

    Without an explanation, a button asks for it.
    """
    composer, kinds = interaction.services[ComposerService], words.EVERY_KIND
    if not explained:
        kinds = await composer.unfamiliar(interaction.actor.id, now)
    hint = words.hint(now.composition, kinds)

    def page(question: Question | None, alt: Words) -> Page:
        assert question is not None
        title, make = own_title(now.match, now.seat), _make(now)
        told = lines(remark, title, words.prompt(now.composition, question, hint))
        below = Row(*_ways(now.composition, question, make, asks=hint is None))
        return asking_page((told, Picture(alt)), question, make, below, accent=Accent.BLURPLE)

    seen, sentence = await interaction.own_picture(now.match), now.match.sentence
    message = await show_asking(
        interaction, seen, now.composition, page, part=shown, sentence=sentence
    )
    note_composer(interaction, now, message)


async def confirm(interaction: Interaction, now: Composing) -> None:
    """Show the board after a whole move, and ask whether to play it."""
    move = now.composition.menu.complete
    assert move is not None
    before, make = now.match.position, _make(now)
    after, events, sentence = before.play(move), before.events(move), before.describe(move)
    own = await interaction.own_picture(now.match)
    request = replace(own, position=after, events=events, if_played=now.seat)
    picture = await interaction.draw(request)
    page = Page(
        lines(own_title(now.match, now.seat), words.preview(sentence, after, now.seat)),
        Picture(alt_text(request, sentence)),
        Row(
            Button(words.PLAY, make(BoardAction.PLAY), Style.SUCCESS),
            Button(words.CHANGE, make(BoardAction.CHANGE)),
            Button(words.START_OVER, make(BoardAction.OVER)),
        ),
        accent=Accent.GREEN,
    )
    note_composer(interaction, now, await interaction.show(page, picture))


def _make(now: Composing) -> Make:
    return partial(ComposerButton, now.match.id, now.match.ply, now.composition.stage)


def _ways(
    composition: Composition, question: Question, make: Make, *, asks: bool
) -> Iterator[Button]:
    """The buttons below the choices, at most five: stop, back, start over, type, help."""
    yield from ways(composition, question, make, None)
    if composition.is_begun and composition.back().is_begun:
        yield Button(words.START_OVER, make(BoardAction.OVER))
    yield Button(words.TYPE, make(BoardAction.TYPE))
    if asks and words.hint(composition):
        yield Button(words.HELP, make(BoardAction.HELP, question.shown))


async def _end(click: Clicked, now: Composing) -> None:
    """Show the whole move to confirm, or play it if the player does not want to confirm."""
    if (await click.chosen()).confirm_moves:
        await confirm(click, now)
        return
    where = click.actor, now.match.id, now.match.ply, now.composition.stage
    await played(click, await click.services[ComposerService].play(*where))


async def on_move_form(click: Clicked) -> None:
    """Play a typed move, or show why not beside the choices."""
    known, actor, named = click.services, click.actor, click.id
    try:
        made = await known[MatchService].submit(actor, click.value, named.match_id, named.ply)
    except IllegalText as error:
        now = await known[ComposerService].open(actor, named.match_id, named.ply)
        await choose(click, now, remark=click.refusal(error))
    else:
        await played(click, made)


def has_made(match: MatchState, player_id: PlayerId, ply: int) -> bool:
    """Whether the move after ``ply`` was made, and by this player."""
    seat = match.seat_of(player_id)
    return any(made.ply == ply + 1 and made.seat == seat for made in match.moves)


@dataclass(frozen=True, slots=True)
class OpenComposer:
    """A private message where a player composes the move after ``ply``; ``until``: editable."""

    player_id: PlayerId
    match_id: MatchId
    ply: int
    message: PrivateMessage
    until: datetime


class OpenComposers:
    """The open composers by message, each with its latest state.

    Discord allows editing them for a quarter of an hour, so they are kept in memory only. One that
    was forgotten refuses its next click.
    """

    def __init__(self) -> None:
        self._open: FIFOCache[int, OpenComposer] = FIFOCache(MAX_OPEN)

    def note(self, composer: OpenComposer) -> None:
        """Remember a composer as its message's latest."""
        self.forget(composer.message)
        self._open[composer.message.id] = composer

    def forget(self, message: PrivateMessage) -> None:
        """Drop the message, which shows something else now."""
        self._open.pop(message.id, None)

    def overtaken(
        self, player_id: PlayerId, match: MatchState, now: datetime
    ) -> list[OpenComposer]:
        """Remove and return the player's composers whose move was made and that can be edited."""
        found = [
            each
            for each in self._open.values()
            if (each.player_id, each.match_id) == (player_id, match.id)
            and has_made(match, player_id, each.ply)
        ]
        for each in found:
            self.forget(each.message)
        return [each for each in found if now < each.until]


def note_composer(interaction: Interaction, now: Composing, message: PrivateMessage | None) -> None:
    """Note the composer's message, to close it when its move is made elsewhere."""
    if message is not None:
        player_id, match = interaction.actor.id, now.match
        until = interaction.raw.created_at + CHANGEABLE
        composer = OpenComposer(player_id, match.id, match.ply, message, until)
        interaction.services[OpenComposers].note(composer)


async def _close(interaction: Interaction, composer: OpenComposer, match: MatchState) -> None:
    page = Page(words.made_elsewhere(match, composer.ply + 1))
    # a composer that stays open refuses its next click
    await interaction.change(composer.message, page, "composer left open")


class InboxAction(StrEnum):
    PAGE = "page"
    NEXT = "next"


class InboxButton(CustomId, prefix="i"):
    """Opens a page of the inbox, or the next match after the one with this number."""

    action: InboxAction
    number: int


async def played(interaction: Interaction, made: Played) -> None:
    """Answer a move, offer the next waiting match, and close outdated composers."""
    match, place = made.state, made.state.match.of_player(interaction.actor.id)
    server = interaction.client.get_guild(place.server_id or 0)
    is_gone = server is not None and server.get_channel_or_thread(place.channel_id) is None
    page = Page(
        played_line(match),
        words.CHANNEL_GONE if is_gone else None,
        words.NEXT_UP.of(number=made.waiting) if made.waiting else None,
        Row(next_match(match.id), all_matches()) if made.waiting else None,
    )
    answer, composers = await interaction.show(page), interaction.services[OpenComposers]
    if answer is not None:  # the answer replaced the composer in this message
        composers.forget(answer)
    overtaken = composers.overtaken(interaction.actor.id, match, interaction.client.now())
    await asyncio.gather(*(_close(interaction, each, match) for each in overtaken))


def next_match(after: MatchId) -> Button:
    custom_id = InboxButton(InboxAction.NEXT, after)
    return Button(words.NEXT_MATCH, custom_id, Style.SUCCESS)


def all_matches() -> Button:
    return Button(words.ALL_MATCHES, InboxButton(InboxAction.PAGE, 0))


SCREEN = Screen(
    handlers=(
        Handler(ComposerButton, on_composer, defer=False),
        Handler(ComposerButton, on_move_form, counts=True, is_form=True),
    ),
)
