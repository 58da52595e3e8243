"""``/leaderboard``: a page for one reader, the live list in a channel, and champions' roles."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import discord
from discord.ext import commands

from bot.core.people import administered
from bot.features.leaderboards import words
from bot.features.leaderboards.champions import Champion, ChampionService
from bot.features.leaderboards.live import LiveLeaderboard, LiveService
from bot.features.leaderboards.service import LeaderboardService
from bot.features.leaderboards.values import LeaderboardPage, ListPlace, Period
from bot.features.leaderboards.words import LeaderboardButton, ListAction
from bot.features.ratings import points, spread, write_rating
from bot.screen.buttons import ChampionId, ChampionOf, champion_button, page_buttons
from bot.screen.interaction import AnyGame, Click, Handler, Interaction, Screen, command
from bot.screen.messenger.channels import spoken
from bot.screen.messenger.pages import Face, charted
from bot.screen.names import ListedPerson, Names, listed_names, unformatted
from bot.screen.page import (
    Accent,
    Button,
    Form,
    Listed,
    Menu,
    Page,
    Part,
    Pick,
    Picture,
    Row,
    options,
    rows,
)
from bot.screen.words import mention
from data.ids import PlayerId, RoleId, ServerId
from renderer.charts import StandingsChart, StandingsRow
from rules import GAMES
from rules.texts import Text, Words, lines, sentences


def leaderboard(
    page: LeaderboardPage,
    names: Mapping[PlayerId, Words],
    reader: PlayerId,
    here: ServerId | None,
    is_live: bool | None,
    alt: Words | None,
    added: Sequence[Part] = (),
) -> Page:
    """A page for one reader; ``here`` is the server in which it is read; features ``added`` parts.

    ``is_live``: whether the channel has a live list; None for a reader who cannot change that.
    ``alt`` is the alternative text of the chart, None if there is none.
    """
    mark, games = _mark(page, ListAction.PAGE), [each for each in GAMES if each != page.info.id]
    others = (Button(GAMES[game].info.name, replace(mark, game=game)) for game in games)
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
        *rows(*others),
        *added,
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
    return LeaderboardButton(page.info.id, page.place, page.period, number, action)


def _kinds(page: LeaderboardPage, here: ServerId | None) -> Menu:
    labels = {
        f"{place} {period}": label
        for (place, period), label in words.KINDS.items()
        if place is ListPlace.EVERYWHERE or here is not None
    }
    return Menu(_mark(page, ListAction.KIND), options(labels, f"{page.place} {page.period}"))


def _ways(page: LeaderboardPage) -> Iterator[Button]:
    way = partial(_mark, page, ListAction.PAGE)
    yield from page_buttons(page.number, page.last + 1, words.EARLIER, words.LATER, way)
    if page.own.line is not None and page.last:
        yield Button(words.MINE, _mark(page, ListAction.OWN))


def _people(page: LeaderboardPage) -> list[ListedPerson]:
    return [ListedPerson(each.player_id, each.is_hidden, each.stays_named) for each in page.lines]


async def with_names(live: LiveLeaderboard, names: Names) -> LiveLeaderboard:
    found = await listed_names(names, _people(live.page), None, live.list.server_id, of_server=True)
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
    names = await listed_names(
        interaction.client.names, _people(page), actor.id, here, of_server=server is not None
    )
    is_live = await interaction.services[LiveService].offered(actor, game)
    chart = standings(page, names, actor.id) if page.lines else None
    added = await interaction.added(page)
    shown = partial(leaderboard, page, names, actor.id, here, is_live, added=added)
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


HEADING = Text("**Champions** get a role: **Champion's role** on a list or in its panel.")
MISSING = Text(
    "I need the **{permission}** permission to give roles. Nothing was changed.",
    permission=spoken("manage_roles"),
)
TOO_HIGH = Text(
    "I cannot give {role}: it stands above my own role in the server's list of roles, or belongs "
    "to Discord or another bot. Nothing was changed."
)
NOT_YOURS = Text(
    "You cannot give {role} yourself, so I cannot give it for you. Nothing was changed."
)
CHAMPION, ROLE = Text("Champion's role", "button"), Text("Role (leave empty for none)")


async def on_champion_button(click: Click[ChampionId]) -> None:
    administered(click.actor)
    about = _first_of(click.id.game, click.id.of)
    role = Pick("role", ROLE, Listed.ROLES, optional=True)
    await click.ask(Form(CHAMPION, click.id, (role,), about))


async def on_champion_form(click: Click[ChampionId]) -> None:
    """Store the role that was chosen, or that none was."""
    game, of, server = click.id.game, click.id.of, click.raw.guild
    number = click.numbered("role")
    role = None if number is None or server is None else server.get_role(number)
    refusal = None if role is None else _role_refused(click, role)
    if refusal is not None:
        await click.say(refusal)
        return
    role_id = None if role is None else RoleId(role.id)
    which = {"of_ladder": of is ChampionOf.LADDER, "of_league": of is ChampionOf.LEAGUE}
    before = await click.services[ChampionService].choose(click.actor, game, role_id, **which)
    await click.say(champion_chosen(_first_of(game, of), role_id, before))


def _role_refused(interaction: Interaction, role: discord.Role) -> Text | None:
    """Why the role cannot be given, None if it can be."""
    server, person = interaction.raw.guild, interaction.raw.user
    if server is None or not server.me.guild_permissions.manage_roles:
        return MISSING
    if not role.is_assignable():
        return TOO_HIGH.of(role=_role(role.id))
    # else a person who manages the server, but not its roles, could win any role by playing
    own = isinstance(person, discord.Member) and (
        person.id == server.owner_id  # who is not always in the cache
        or (person.guild_permissions.manage_roles and role < person.top_role)
    )
    return None if own else NOT_YOURS.of(role=_role(role.id))


def _role(role_id: int) -> str:
    return f"<@&{role_id}>"


def champions_listed(found: Sequence[Champion]) -> Text:
    return lines(HEADING, *map(_line, found))


def _line(each: Champion) -> Text:
    of = ChampionOf.LEAGUE if each.of_league else ChampionOf.LEADERBOARD
    first = _first_of(each.game, ChampionOf.LADDER if each.of_ladder else of)
    if each.holder_id is None:
        return Text("{role}: {first}, nobody yet", role=_role(each.role_id), first=first)
    who = mention(each.holder_id)
    return Text("{role}: {first}, {who}", role=_role(each.role_id), first=first, who=who)


def champion_chosen(first: Text, role_id: RoleId | None, before: Champion | None) -> Text:
    kept = None
    if before is not None and before.holder_id is not None and before.role_id != role_id:
        kept = Text(
            "{player} keeps {role} until you remove it.",
            player=mention(before.holder_id),
            role=_role(before.role_id),
        )
    if role_id is not None:
        goes = Text("From now on, {role} goes to {first}.", role=_role(role_id), first=first)
        return sentences(goes, kept)
    return sentences(Text("No role goes to {first}.", first=first), kept)


def _first_of(game: str, of: ChampionOf) -> Text:
    return _FIRST[of].of(game=GAMES[game].info.name if game in GAMES else game)


_FIRST = {
    ChampionOf.LEAGUE: Text("the last winner of the {game} league"),
    ChampionOf.LADDER: Text("the leader of the {game} ladder"),
    ChampionOf.LEADERBOARD: Text("the leader of the {game} leaderboard"),
}


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
        Handler(ChampionId, on_champion_button, defer=False),
        Handler(ChampionId, on_champion_form, is_form=True),
    ),
    faces={LiveLeaderboard: face_of},
    named={LiveLeaderboard: with_names},
)
