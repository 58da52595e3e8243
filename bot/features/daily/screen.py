"""``/daily``, the pages and buttons of the Daily, and what it adds to pages of other features."""

from collections.abc import Mapping, Sequence
from datetime import time
from enum import StrEnum

from discord.ext import commands

from bot.core.matches import game_of
from bot.core.people import ServerSettings
from bot.features.daily import words
from bot.features.daily.calendar import day_of
from bot.features.daily.posts import DailyCard, SharedDaily
from bot.features.daily.row import RowService
from bot.features.daily.service import KEPT_OPEN, TODAY, DailyService
from bot.features.daily.storage import DailyChannel, MonthLine
from bot.features.daily.words import Rhythm
from bot.features.leaderboards import LeaderboardPage
from bot.features.practice import Course, PuzzleBoard, PuzzleService
from bot.features.practice.screen import show_puzzle
from bot.features.profiles import Profile
from bot.features.settings.screen import show_people_and_posts
from bot.screen.ids import CustomId, FieldName, Name
from bot.screen.interaction import Click, Handler, Interaction, Screen, command
from bot.screen.interaction.interaction import CannotStandError
from bot.screen.messenger.channels import Purpose
from bot.screen.messenger.pages import Face, in_words, still_of
from bot.screen.names import ListedPerson, listed_names
from bot.screen.page import (
    Accent,
    Button,
    ChannelMenu,
    Menu,
    Option,
    Page,
    Part,
    Picture,
    Row,
    Style,
    options,
)
from bot.screen.words import NOT_KEPT, mention
from data.ids import ChannelId, PlayerId
from renderer import alt_text
from rules.puzzles import Puzzle
from rules.texts import Text, Words, labelled, lines

HOURS = 24
SOLUTION = "solution.png"
HALF = KEPT_OPEN // 2
"""A menu has room for 25 days."""


class DailyAction(StrEnum):
    OPEN = "open"
    SHARE = "share"
    MONTH = "month"
    PAST = "past"


class DailyButton(CustomId, prefix="dy"):
    """A button about the Daily of a day; 0 is today's."""

    day: int
    action: DailyAction


class PastMenu(CustomId, prefix="dp"):
    part: int


class NextPuzzle(CustomId, prefix="dn"):
    game: Name


class DailySetting(CustomId, prefix="ds"):
    field: FieldName


def button(label: Text, action: DailyAction = DailyAction.OPEN, day: int = 0) -> Button:
    style = Style.PRIMARY if action is DailyAction.OPEN else Style.SECONDARY
    return Button(label, DailyButton(day, action), style)


def face_of(card: DailyCard) -> Face:
    """A Daily in a channel; it mentions nobody."""
    day, found = card.post.day, card.solution
    open_it = button(words.TRY_IT if card.post.closed else words.SOLVE, day=day)
    below: tuple[Part, ...] = ()
    if found is not None:
        shown = Picture(alt_text(found.picture, None), SOLUTION)
        below = (words.solution(found), shown, words.share_of(found))
    page = Page(
        words.heading(day, card.puzzle),
        Picture(alt_text(card.picture, None)),
        words.asked(card),
        words.counted(card.counts, closed=card.post.closed),
        Row(open_it),
        *below,
        accent=Accent.TEAL,
    )
    beside = {} if found is None else {SOLUTION: still_of(found.picture)}
    return Face(page, (), str(open_it.id), picture=still_of(card.picture), beside=beside)


def shared_face(shared: SharedDaily) -> Face:
    return in_words(labelled(mention(shared.player_id), words.shared(shared)))


def month_page(
    found: Sequence[MonthLine], names: Mapping[PlayerId, Words], reader: PlayerId
) -> Page:
    told = (
        words.month_line(each, names[each.player_id], own=each.player_id == reader)
        for each in found
    )
    ways = Row(button(words.TODAYS), button(words.PAST, DailyAction.PAST))
    return Page(words.MONTH, lines(*told) if found else words.NOBODY, ways, accent=Accent.GOLD)


def past_page(found: Sequence[tuple[int, Puzzle, bool]]) -> Page:
    """The last days; ``found`` says of each its puzzle, and whether the reader has solved that."""
    every = [
        Option(
            words.NAMED.of(number=day),
            str(day),
            words.game_of(puzzle),
            emoji="✅" if is_solved else None,
        )
        for day, puzzle, is_solved in found
    ]
    menus = (
        Menu(PastMenu(part), tuple(every[part * HALF :][:HALF]), label)
        for part, label in enumerate(words.TO_CHOOSE)
    )
    ways = Row(button(words.TODAYS), button(words.THIS_MONTH, DailyAction.MONTH))
    shown = (each for each in menus if each.options)
    return Page(words.PAST_DAYS, *shown, ways, accent=Accent.TEAL)


def below_board(shared: SharedDaily | None, game: str) -> Row:
    """The ways on from a puzzle that is over; ``shared``: it was the Daily."""
    past, more = button(words.PAST, DailyAction.PAST), Button(words.MORE, NextPuzzle(game))
    if shared is None:
        return Row(more, past)
    share = button(words.SHARE, DailyAction.SHARE, shared.day)
    return Row(share, button(words.THIS_MONTH, DailyAction.MONTH), past, more)


def settings(place: DailyChannel | None, today: int) -> tuple[Part, ...]:
    """The part of ``/server``: how often, where, and at which hour."""
    rhythm = Rhythm.OFF
    if place is not None:
        rhythm = Rhythm.DAY if place.weekday is None else Rhythm.WEEK
    channel = None if place is None else place.channel_id
    hours = {hour: f"{time(hour):%H:%M}" for hour in range(HOURS)}
    return (
        words.about(place, today),
        Menu(DailySetting("rhythm"), options(words.RHYTHMS, rhythm)),
        ChannelMenu(DailySetting("channel"), words.WHERE, channel),
        *(() if place is None else [Menu(DailySetting("hour"), options(hours, place.hour))]),
    )


class Daily(commands.Cog):
    @command("Today's puzzle, the same for everybody", everywhere=True)
    async def daily(self, interaction: Interaction) -> None:
        await open_daily(interaction, None)


async def open_daily(interaction: Interaction, day: int | None) -> None:
    """Show the board of a Daily; acknowledged before."""
    puzzle = await interaction.services[DailyService].open(interaction.actor, day)
    today = day_of(interaction.client.now())
    is_past = day in range(today - KEPT_OPEN, today)
    await _show(interaction, puzzle, None if is_past else words.opened(today))


async def _show(interaction: Interaction, puzzle: Puzzle, remark: Words | None = None) -> None:
    board = await interaction.services[PuzzleService].open(interaction.actor, puzzle.id)
    await show_puzzle(interaction, board, remark=remark)


async def on_daily(click: Click[DailyButton]) -> None:
    if click.id.action is DailyAction.SHARE:
        await click.defer_beside()
        await _share(click)
        return
    await click.defer_update()
    match click.id.action:
        case DailyAction.MONTH:
            await _show_month(click)
        case DailyAction.PAST:
            await click.show(past_page(await click.services[DailyService].past(click.actor)))
        case _:
            await open_daily(click, click.id.day or None)


async def _share(click: Click[DailyButton]) -> None:
    """Post the reader's line here, or give it to them where the bot cannot."""
    daily, place = click.services[DailyService], click.actor.place
    shared = await daily.shared(click.actor, click.id.day)
    why_not: Words | None = None
    try:
        click.stands(place.here)
    except CannotStandError as error:
        why_not = click.refusal(error)
    if why_not is not None or place.server_id is None:
        await click.say(words.copied(shared, why_not))
        return
    await daily.share(click.actor, shared)
    await click.say(words.POSTED)


async def _show_month(interaction: Interaction) -> None:
    here, reader = interaction.actor.place.server_id, interaction.actor.id
    found = await interaction.services[DailyService].month(interaction.actor)
    people = [ListedPerson(each.player_id, each.is_hidden, each.stays_named) for each in found]
    names = interaction.client.names
    named = await listed_names(names, people, reader, here, of_server=here is not None)
    await interaction.show(month_page(found, named, reader))


async def on_past(click: Click[PastMenu]) -> None:
    await open_daily(click, click.number)


async def on_next(click: Click[NextPuzzle]) -> None:
    info = game_of(click.id.game).info
    puzzle = await click.services[RowService].following(click.actor, info.id)
    if puzzle is None:
        await click.say(words.ALL_SOLVED.of(game=info.name))
    else:
        await _show(click, puzzle)


async def on_setting(click: Click[DailySetting]) -> None:
    """Change when and where the server has the Daily, or end it."""
    daily = click.services[DailyService]
    remark: Words = NOT_KEPT
    place = await daily.place(click.actor)
    there = click.actor.place.channel_id if place is None else place.channel_id
    change: dict[str, int | None] | None = None
    match click.id.field, click.value:
        case ("rhythm", Rhythm.OFF) | ("channel", ""):
            remark = words.OFF
            await daily.end(click.actor)
        case "rhythm", Rhythm.DAY:
            change = {"weekday": None}
        case "rhythm", Rhythm.WEEK:
            change = {"weekday": TODAY}
        case "channel", _ if click.number:
            there, change = ChannelId(click.number), {}
        case "hour", _ if click.number in range(HOURS):
            change = {"hour": click.number}
    if change is not None:
        try:
            click.stands(there, Purpose.PICTURE)
            remark = words.kept(there, await daily.keep(click.actor, there, change))
        except CannotStandError as error:
            remark = click.refusal(error)
    await show_people_and_posts(click, remark)


async def _below_board(interaction: Interaction, board: PuzzleBoard) -> Sequence[Part]:
    if board.course is not None:
        return await _below_course(interaction, board.course)
    daily = interaction.services[DailyService]
    shared = await daily.ended(interaction.actor, board.puzzle.id)
    return (below_board(shared, board.puzzle.game),)


async def _below_course(_: Interaction, course: Course) -> Sequence[Part]:
    return () if course.next_one else (Row(Button(words.MORE, NextPuzzle(course.game))),)


async def _below_leaderboard(*_: object) -> Sequence[Part]:
    return (Row(button(words.THE_DAILY, DailyAction.MONTH)),)


async def _below_profile(interaction: Interaction, profile: Profile) -> Sequence[Part]:
    month, total = await interaction.services[DailyService].solved_by(profile.player_id)
    return (words.days_of(month, total),) if total else ()


async def _settings(interaction: Interaction, _: ServerSettings) -> Sequence[Part]:
    place = await interaction.services[DailyService].place(interaction.actor)
    return settings(place, day_of(interaction.client.now()))


SCREEN = Screen(
    cogs=(Daily,),
    handlers=(
        Handler(DailyButton, on_daily, defer=False),
        Handler(PastMenu, on_past),
        Handler(NextPuzzle, on_next),
        Handler(DailySetting, on_setting),
    ),
    faces={DailyCard: face_of, SharedDaily: shared_face},
    adds={
        PuzzleBoard: _below_board,
        Course: _below_course,
        LeaderboardPage: _below_leaderboard,
        Profile: _below_profile,
        ServerSettings: _settings,
    },
)
