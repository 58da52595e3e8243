"""``/leaderboard``: a page for one reader, and the live list in a channel."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from discord.ext import commands

from bot.features.leaderboards import words
from bot.features.leaderboards.live import LiveLeaderboard, LiveService
from bot.features.leaderboards.screen import champions
from bot.features.leaderboards.service import LeaderboardService
from bot.features.leaderboards.values import LeaderboardPage, Period
from bot.features.leaderboards.words import LeaderboardButton, ListAction, ListPlace
from bot.features.ratings import points, spread, write_rating
from bot.screen.buttons import ChampionId, ChampionOf, champion_button, page_buttons
from bot.screen.interaction import AnyGame, Click, Handler, Interaction, Screen, command
from bot.screen.messenger.faces import Face, charted
from bot.screen.names import Listed, Names, listed_names, unformatted
from bot.screen.page import Accent, Button, Menu, Page, Picture, Row, options, rows
from data.ids import PlayerId, ServerId
from renderer.charts import StandingsChart, StandingsRow
from rules import GAMES
from rules.texts import Words


def leaderboard(
    page: LeaderboardPage,
    names: Mapping[PlayerId, Words],
    reader: PlayerId,
    here: ServerId | None,
    is_live: bool | None,
    alt: Words | None,
) -> Page:
    """A page for one reader; ``here`` is the server in which it is read.

    ``is_live``: whether the channel has a live list; None for a reader who cannot change that.
    ``alt`` is the alternative text of the chart, None if there is none.
    """
    managers: tuple[Button, ...] = ()
    if is_live is not None and page.server_id is not None:
        action = ListAction.END if is_live else ListAction.LIVE
        live = Button(words.END_LIVE if is_live else words.LIVE, _mark(page, action))
        managers = (live, champion_button(page.info.id, ChampionOf.LEADERBOARD))
    return Page(
        words.heading(page),
        Picture(alt) if alt is not None else None,
        words.lines(page, names, reader) if page.lines else words.nobody(page),
        words.page_of(page) if page.last else None,
        words.own(page, page.own),
        _kinds(page, here),
        Row(*_ways(page), *managers),
        *rows(*(_other(page, game) for game in GAMES if game != page.info.id)),
        accent=Accent.GOLD,
    )


def standings(
    page: LeaderboardPage, names: Mapping[PlayerId, Words], reader: PlayerId | None
) -> StandingsChart:
    rows = tuple(
        StandingsRow(
            line.place,
            unformatted(names[line.player_id]),
            write_rating(line.rating),
            words.played(line),
            (points(line.rating), spread(line.rating)),
            own=line.player_id == reader,
            up=line.trend,
        )
        for line in page.lines
    )
    return StandingsChart(words.title(page), rows)


def _mark(page: LeaderboardPage, action: ListAction, number: int = 0) -> LeaderboardButton:
    place = ListPlace.EVERYWHERE if page.server_id is None else ListPlace.HERE
    return LeaderboardButton(page.info.id, place, page.period, number, action)


def _kinds(page: LeaderboardPage, here: ServerId | None) -> Menu:
    shown = ListPlace.EVERYWHERE if page.server_id is None else ListPlace.HERE
    labels = {
        f"{place} {period}": label
        for (place, period), label in words.KINDS.items()
        if place is ListPlace.EVERYWHERE or here is not None
    }
    return Menu(_mark(page, ListAction.KIND), options(labels, f"{shown} {page.period}"))


def _other(page: LeaderboardPage, game: str) -> Button:
    """The button to the same list of another game."""
    mark = replace(_mark(page, ListAction.PAGE), game=game)
    return Button(GAMES[game].info.name, mark)


def _ways(page: LeaderboardPage) -> Iterator[Button]:
    way = partial(_mark, page, ListAction.PAGE)
    yield from page_buttons(page.number, page.last + 1, words.EARLIER, words.LATER, way)
    if page.own.line is not None and page.last:
        yield Button(words.MINE, _mark(page, ListAction.OWN))


async def with_names(live: LiveLeaderboard, names: Names) -> LiveLeaderboard:
    people = [Listed(each.player_id, each.is_hidden, each.stays_named) for each in live.page.lines]
    found = await listed_names(names, people, None, live.list.server_id, of_server=True)
    return replace(live, names=found)


def face_of(live: LiveLeaderboard) -> Face:
    """The live list; it mentions nobody. Names that are not known yet are left out."""
    page = live.page
    mark = LeaderboardButton(page.info.id, ListPlace.HERE, Period.ACTIVE, 0, ListAction.OWN)
    names = {line.player_id: live.names.get(line.player_id, "") for line in page.lines}
    told = words.lines(page, names, None) if page.lines else words.nobody(page)
    plain = Page(
        words.heading(page, live=True),
        told,
        words.updated(live.now),
        Row(Button(words.MINE, mark)),
        accent=Accent.GOLD,
    )
    chart = standings(page, names, None) if page.lines else None
    return charted(plain, chart, str(mark))


async def show_leaderboard(
    interaction: Interaction,
    game: str,
    place: ListPlace,
    period: Period = Period.ACTIVE,
    number: int | None = 0,
) -> None:
    """Show a page of a list, for None the one with the reader; acknowledged before."""
    actor = interaction.actor
    here = actor.place.server_id
    server = here if place is ListPlace.HERE else None
    page = await interaction.services[LeaderboardService].page(
        actor.id, game, server, period, number
    )
    listed = [Listed(each.player_id, each.is_hidden, each.stays_named) for each in page.lines]
    names = await listed_names(
        interaction.client.names, listed, actor.id, here, of_server=server is not None
    )
    is_live = await interaction.services[LiveService].offered(actor, game)
    chart = standings(page, names, actor.id) if page.lines else None
    shown = partial(leaderboard, page, names, actor.id, here, is_live)
    await interaction.show_with(chart, shown)


async def on_leaderboard(click: Click[LeaderboardButton]) -> None:
    asked = click.id
    if asked.action in (ListAction.LIVE, ListAction.END):
        await _change_live(click)
        return
    place, period, number = asked.place, asked.period, asked.page
    if asked.action is ListAction.KIND:
        place, period, number = *_chosen(click), 0
    own = asked.action is ListAction.OWN
    await show_leaderboard(click, asked.game, place, period, None if own else number)


def _chosen(click: Click[LeaderboardButton]) -> tuple[ListPlace, Period]:
    """The list that was chosen; for a forged value the one that is shown."""
    where, _, when = click.value.partition(" ")
    try:
        return ListPlace(where), Period(when)
    except ValueError:
        return click.id.place, click.id.period


async def _change_live(click: Click[LeaderboardButton]) -> None:
    """Start the live list in the channel, or end it."""
    lists = click.services[LiveService]
    if click.id.action is ListAction.END:
        ended = await lists.end(click.actor, click.id.game)
        await click.say(words.ENDED if ended else words.NO_LIVE_HERE)
        return
    click.stands()
    await lists.start(click.actor, click.id.game)
    await click.say(words.kept(click.actor.place.channel_id))


class Leaderboards(commands.Cog):
    @command(
        "The strongest players of a game, and your own place",
        everywhere=True,
        game="Which game; the one most played here if left out",
    )
    async def leaderboard(self, interaction: Interaction, game: AnyGame | None = None) -> None:
        here = interaction.actor.place.server_id
        place = ListPlace.EVERYWHERE if here is None else ListPlace.HERE
        meant = game or await interaction.services[LeaderboardService].most_played(here)
        await show_leaderboard(interaction, meant, place)


SCREEN = Screen(
    cogs=(Leaderboards,),
    handlers=(
        Handler(LeaderboardButton, on_leaderboard),
        Handler(ChampionId, champions.on_button, defer=False),
        Handler(ChampionId, champions.on_form, is_form=True),
    ),
    faces={LiveLeaderboard: face_of},
    named={LiveLeaderboard: with_names},
)
