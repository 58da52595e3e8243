"""Answers the buttons of replays, and shares matches: previews, posting, and what is posted."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

import discord
import structlog
from cachetools import TLRUCache

from bot.core.errors import ServiceError
from bot.core.matches import MatchService, MatchState, Now
from bot.core.pictures import PictureService, picture_of
from bot.core.waking import OneAtATime, Wakeup
from bot.features.replays import pages, words
from bot.features.replays.pages import view_of
from bot.features.replays.review import expectations_chart
from bot.features.replays.reviews import Reviews
from bot.features.replays.service import MatchReplay, ReplayService, game_record
from bot.features.replays.sharing import SharedMatch, SharingService, poster_of, swing_words
from bot.screen.ids import MatchAction, MatchButton, ReplayAction, ReplayButton
from bot.screen.interaction import CHANGEABLE, Click, Handler, Interaction, Screen
from bot.screen.interaction.acknowledging import short
from bot.screen.messenger.channels import CONNECTION_LOST, Purpose
from bot.screen.messenger.pages import Face, holder_in, match_button
from bot.screen.messenger.words import holder_name, players_line, result
from bot.screen.names import Names, harmless, plain
from bot.screen.page import Accent, Button, File, Page, Part, Picture, Row, Style
from bot.screen.words import LOOK_BACK, match_title, moves
from data.errors import StorageError
from data.ids import Engine, MatchId
from data.states import ReviewState
from renderer import ShareCard, alt_text
from renderer.charts import chart_text
from rules.record import write
from rules.texts import ENGLISH, Plain, Text, Wording, lines, said, sentences

logger = structlog.get_logger(__name__)


async def share(click: Click[MatchButton]) -> None:
    """Show what would be posted, with the button to post it, or say where it was posted."""
    shown, before = await click.services[SharingService].preview(click.actor, click.id.match_id)
    match = shown.match
    if before is not None:
        await click.say(words.shared(match, before))
        return
    review = await click.services[Reviews].of(match)
    told, ways = refusal(click, match), None
    if told is None:
        told = words.would_be_posted(match, review)
        button = match_button(match, words.POST_IT, MatchAction.POST, Style.SUCCESS)
        ways = Row(button)
    shown = await with_names(shown, click.client.names)
    picture = await draw(shown, click.services[PictureService], await click.wording())
    await click.show(_shared_page(shown, told, ways), picture)


async def post(click: Click[MatchButton]) -> None:
    """Post the match, or say where it was posted or why it cannot be."""
    match = await click.services[MatchService].visible(click.actor, click.id.match_id)
    told = refusal(click, match)
    if told is None:
        _, before = await click.services[SharingService].share(click.actor, match.id)
        told = words.shared(match, before)
    await click.say(told)


def face_of(shown: SharedMatch) -> Face:
    """The shared match; it mentions nobody."""
    back = ReplayButton(shown.match.id, 0, ReplayAction.LAST)
    page = _shared_page(shown, Row(Button(LOOK_BACK, back)))
    return Face(page, (), str(back), picture=partial(draw, shown))


async def with_names(shown: SharedMatch, names: Names) -> SharedMatch:
    """The match with the names of its players and of its server."""
    match = shown.match
    found = {each: await holder_in(match, each, names) for each in match.players}
    return replace(shown, names=found, server=names.server(match.match.named_in))


async def draw(shown: SharedMatch, pictures: PictureService, wording: Wording) -> bytes:
    """The picture of a match to share; raises PicturesBusy."""
    match = shown.match
    names = tuple(said(plain(shown.names[each]), wording) for each in match.players)
    card = ShareCard(picture_of(match, wording=wording), names, match_title(match))
    if shown.review is None:
        return await pictures.share_card(card)
    return await pictures.poster(await asyncio.to_thread(poster_of, shown, shown.review, card))


def _shared_page(shown: SharedMatch, *below: Part | None) -> Page:
    """The picture of a match, with its players and result."""
    match = shown.match
    names = {each: harmless(shown.names.get(each, "")) for each in match.players}
    title = Plain("### {match}", match=match_title(match))
    outcome = Plain("**{result}**", result=result(match))
    told = lines(title, players_line(match, names), outcome)
    alt = alt_text(picture_of(match), match.sentence)
    if shown.review is not None:
        told_of = swing_words(shown.review)
        swings = (text.of(side=match.seats[seat].colour_name) for text, seat in told_of)
        alt = words.poster_alt(shown.moments, sentences(*swings), alt)
    return Page(told, Picture(alt), *below, accent=Accent.GREY)


def refusal(interaction: Interaction, match: MatchState) -> Text | None:
    """Why this person cannot post there; raises CannotStandError if the bot cannot."""
    server, person = interaction.raw.guild, interaction.raw.user
    channel = None if server is None else server.get_channel_or_thread(match.channel_id)
    if channel is None or not isinstance(person, discord.Member):
        return words.NOWHERE_TO_SHARE
    interaction.stands(match.channel_id, Purpose.PICTURE)
    speaks = "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
    if not getattr(channel.permissions_for(person), speaks):
        return words.MAY_NOT_WRITE.of(channel=f"<#{match.channel_id}>")
    return None


ANIMATION = "replay.gif"
MAX_WAITING = 1000
"""How many waiting pages are kept; the oldest are dropped."""
SHOW_TIMEOUT = timedelta(seconds=30)
"""Time limit for updating one page."""


async def on_replay(click: Click[ReplayButton]) -> None:
    if click.id.action is ReplayAction.FILM:
        await click.defer_private()
        await show_animation(click)
        return
    if click.raw.message is not None and click.is_on_private:
        click.services[WaitingPages].forget(click.raw.message.id)  # another page follows
    await click.defer_update()
    await show_page(click, replace(click.id, number=click.number_or(click.id.number)))


async def show_start(interaction: Interaction, match_id: MatchId) -> None:
    """Show a match from its start; acknowledged before. Raises UnknownMatch or NotYoursToSee."""
    await show_page(interaction, ReplayButton(match_id, 0, ReplayAction.FIRST))


async def show_page(
    interaction: Interaction, asked: ReplayButton, still_waits: Callable[[], bool] = lambda: True
) -> None:
    """Show what a button asks for, and again once its review is complete.

    Nothing is shown if ``still_waits`` says that the reader has gone to another page meanwhile.
    """
    replay = await interaction.services[ReplayService].replay(interaction.actor, asked.match_id)
    review = await interaction.services[Reviews].of(replay.match)
    reader = interaction.actor.id
    view = view_of(asked, replay, review, reader)
    own = await interaction.own_picture(replay.match)
    request = replay.picture(view.number, own)
    if view.better is not None:
        request = replay.instead(view.number, view.better, own)
    pictures = interaction.services[PictureService]
    beside, told = dict[str, bytes](), None
    if review is not None and review.is_whole:
        names = await player_names(interaction, replay, own.wording)
        chart = expectations_chart(replay, review, view.number, names)
        beside[pages.STRIP] = await pictures.chart(chart, own.theme, own.wording)
        told = chart_text(chart)
    sentence = view.instead or replay.steps[view.number].sentence
    alt = alt_text(request, sentence)
    page = pages.step(replay, view, alt, review, told, replay.match.seat_of(reader))
    picture = await pictures.still(request)
    if not still_waits():
        return
    message = await interaction.show(page, picture, beside=beside)
    if review is not None and review.state is ReviewState.WAITING and message is not None:
        waiting, since = interaction.services[WaitingPages], interaction.raw.created_at
        waiting.note(message.id, asked.match_id, since, partial(show_page, interaction, asked))


async def show_animation(click: Click[ReplayButton]) -> None:
    replay = await click.services[ReplayService].replay(click.actor, click.id.match_id)
    own = await click.own_picture(replay.match)
    names = await player_names(click, replay, own.wording)
    frames = await asyncio.to_thread(replay.frames, replace(own, names=names))
    animated = await click.services[PictureService].replay(frames, click.actor.id)
    alt = words.animation_alt(replay, alt_text(frames[-1], replay.steps[-1].sentence))
    page = Page(words.heading(replay), Picture(alt, ANIMATION), accent=Accent.TEAL)
    await click.show(page, animated, ANIMATION)


async def player_names(
    interaction: Interaction, replay: MatchReplay, wording: Wording = ENGLISH
) -> tuple[str, ...]:
    """The names of the players, by seat, as plain text."""
    names, match = interaction.client.names, replay.match
    named = [
        holder_name(each)
        if isinstance(each, Engine)
        else plain(await names.of(each, match.match.named_in))
        for each in match.players
    ]
    return tuple(said(name, wording) for name in named)


@dataclass(frozen=True, slots=True, eq=False)
class WaitingPage:
    """A private message that waits for the review of a match, until it cannot be edited."""

    message_id: int
    match_id: MatchId
    until: datetime
    show: Callable[[Callable[[], bool]], Awaitable[None]]
    """Updates the page; called with a function that tells whether the page still waits."""


class WaitingPages:
    """The pages that wait for a review, by message, each with its latest state.

    Discord allows editing them for a quarter of an hour, so they are kept in memory only. After a
    restart they are updated by the next click.
    """

    def __init__(self, reviews: Reviews, now: Now) -> None:
        self._reviews, self._now = reviews, now
        self._waiting = TLRUCache[int, WaitingPage, datetime](
            MAX_WAITING, lambda _, page, __: page.until, now
        )
        self._news = Wakeup()
        """Set when a page is added, or a review may have ended."""
        reviews.on_end(self._news.set)

    def note(
        self,
        message_id: int,
        match_id: MatchId,
        clicked_at: datetime,
        show: Callable[[Callable[[], bool]], Awaitable[None]],
    ) -> None:
        """Remember that a message waits, replacing its earlier state."""
        self.forget(message_id)
        page = WaitingPage(message_id, match_id, clicked_at + CHANGEABLE, show)
        self._waiting[message_id] = page
        self._news.set()

    def forget(self, message_id: int) -> None:
        """Drop the message, which shows something else now."""
        self._waiting.pop(message_id, None)

    async def run(self) -> None:
        """Update each page once its review has ended, until cancelled; raises StorageError."""
        while True:
            waiting = self.changeable
            if waiting:  # else nothing is queried
                over = await self._reviews.ended({each.match_id for each in waiting})
                found = [each for each in waiting if each.match_id in over]
                await asyncio.gather(*map(self._show, found))
                for each in filter(self._waits, found):
                    self.forget(each.message_id)
            await self._news.sleep_until(None, self._now())

    async def _show(self, page: WaitingPage) -> None:
        try:
            # else one page would delay the others
            async with asyncio.timeout(SHOW_TIMEOUT.total_seconds()):
                await page.show(partial(self._waits, page))
        except (ServiceError, StorageError) as error:
            logger.info("replay left as it was", reason=type(error).__name__)
        except (discord.HTTPException, *CONNECTION_LOST) as error:
            # perhaps dismissed; else the next click updates it
            logger.info("replay left as it was", **short(error))
        except Exception:
            logger.exception("replay left as it was")

    def _waits(self, page: WaitingPage) -> bool:
        """Whether the page still waits and was not replaced."""
        return self._waiting.get(page.message_id) is page

    @property
    def changeable(self) -> list[WaitingPage]:
        """The pages that can still be edited."""
        return list(self._waiting.values())


async def export(click: Click[MatchButton]) -> None:
    """Send a match as a file, or as two if it has a result."""
    with click.services[OneAtATime].for_(click.actor.id):
        replay = await click.services[ReplayService].replay(click.actor, click.id.match_id)
        names = await player_names(click, replay)
        text = write(replace(replay.record, players=names))
        game = game_record(replay, names, click.client.now())
        name = f"quintet-match-{replay.match.id}"
        written = {f"{name}.txt": text, f"{name}.json": game}
        files = {file: said.encode("utf-8") for file, said in written.items() if said is not None}
        title, count = match_title(replay.match), moves(replay.moves)
        told = Text("**{match}**, {moves}.", match=title, moves=count)
        await click.show(Page(told, *map(File, files)), beside=files)


SCREEN = Screen(
    handlers=(Handler(ReplayButton, on_replay, defer=False),),
    faces={SharedMatch: face_of},
    named={SharedMatch: with_names},
)
