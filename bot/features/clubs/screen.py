"""``/club``, and the buttons and forms of club matches."""

import re
from collections.abc import Mapping, Sequence
from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.features.clubs import pages, words
from bot.features.clubs.offering import OfferService, Terms
from bot.features.clubs.pages import ClubAction, ClubButton, SetupAction, SetupButton
from bot.features.clubs.rules import typed_code
from bot.features.clubs.service import Asked, ClubService
from bot.features.clubs.values import ClubCard, ClubNews, ClubView
from bot.features.profiles import Profile
from bot.features.requests import Inbox
from bot.screen.interaction import (
    Click,
    Handler,
    Interaction,
    Screen,
    command,
    member_named,
)
from bot.screen.page import Part
from bot.screen.words import NOT_KEPT
from data.ids import ChannelId, ClubId, MatchId, PlayerId
from data.states import ClubState, EntryKind

RANKING = re.compile("[01](>|=)[01]")
SHOWN = 3
"""How many club matches a profile names."""


class Clubs(commands.Cog):
    @app_commands.guild_only()
    @command("Matches of this server against another server")
    async def club(self, interaction: Interaction) -> None:
        await show_list(interaction)


async def show_list(interaction: Interaction) -> None:
    """Show the only club match of a server, or all of them and what managers can do."""
    known, actor = interaction.services, interaction.actor
    found, manages = await known[ClubService].here(actor)
    if len(found) == 1 and not manages:
        await show(interaction, found[0].id)
        return
    offers = await known[OfferService].offers(actor) if manages else ()
    await interaction.show(pages.listed(found, offers, manages=manages))


async def show(interaction: Interaction, club_id: ClubId) -> None:
    await show_view(
        interaction, await interaction.services[ClubService].look(interaction.actor, club_id)
    )


async def show_view(interaction: Interaction, view: ClubView) -> None:
    """Show a club match, with its poster once it is over."""
    names = await pages.names_of(view.club, interaction.client.names)
    is_over = view.club.contest.state is ClubState.OVER
    chart = pages.poster(view.club, names) if is_over else None
    await interaction.show_with(chart, partial(pages.page, view, names))


async def on_setup(click: Click[SetupButton]) -> None:
    await click.ask(pages.setup_form(click.id))


async def on_setup_form(click: Click[SetupButton]) -> None:
    """Offer a match, look up a code, or accept what it offers."""
    offers, actor = click.services[OfferService], click.actor
    match click.id.action:
        case SetupAction.OFFER | SetupAction.SEASON:
            click.stands()
            game, _, variant = click.field("game").partition(" ")
            rated, _, weeks = click.field("rating").partition(" ")
            terms = Terms(
                game=game,
                variant=variant or None,
                boards=click.numbered("boards") or 0,
                clock=click.field("clock"),
                name=click.field("team"),
                rated=rated != "0",
                weeks=int(weeks) if weeks.isdecimal() else None,
            )
            await click.say(words.offer(await offers.offer(actor, terms), terms.weeks))
        case SetupAction.CODE:
            code = click.field("code")
            await click.show(pages.offered(await offers.look_up(actor, code), typed_code(code)))
        case _:
            there = click.stands(ChannelId(click.numbered("channel") or actor.place.channel_id))
            name = click.field("team")
            await show(click, await offers.accept(actor, click.id.code, name, there))


async def on_club(click: Click[ClubButton]) -> None:
    clubs, its = click.services[ClubService], click.id
    chosen = click.number_or(0)
    if its.action is ClubAction.RULING:
        view = await clubs.look(click.actor, its.club_id)
        names = await pages.names_of(view.club, click.client.names)
        await click.ask(pages.ruling_form(view, MatchId(chosen), names))
        return
    await click.defer_update()
    if its.action is ClubAction.WITHDRAW:
        await click.services[OfferService].withdraw(click.actor, its.club_id)
        await show_list(click)
        return
    view = await clubs.look(click.actor, its.club_id)
    match its.action:
        case ClubAction.JOIN if view.own is None:
            await click.show(pages.consent(view))
        case ClubAction.LEAVE if view.own_games:
            await click.show(pages.leaving(view, ClubAction.LEFT))
        case ClubAction.LEAVE_SEASON:
            await click.show(pages.leaving(view, ClubAction.LEFT_SEASON))
        case ClubAction.REPLACE:
            names = await pages.names_of(view.club, click.client.names)
            await click.show(pages.substitutes(view, PlayerId(chosen), names))
        case ClubAction.STAY:
            await click.say(words.STAYED)
        case _:
            await show_view(click, await _done(click, PlayerId(chosen)) or view)


SIMPLE: Mapping[ClubAction, str] = {
    ClubAction.JOIN: "enter",
    ClubAction.JOINED: "enter",
    ClubAction.LEAVE: "leave",
    ClubAction.LEFT: "leave",
    ClubAction.LEFT_SEASON: "leave_season",
    ClubAction.READY: "ready",
    ClubAction.HERE: "move_here",
}
"""The methods of the service behind buttons that need no more than the club match."""


async def _done(click: Click[ClubButton], chosen: PlayerId) -> ClubView | None:
    """Do what a button asks for; None if it only opens the page."""
    clubs, its = click.services[ClubService], click.id
    who = (click.actor, its.club_id)
    if its.action is ClubAction.HERE:
        click.stands()
    if its.action in SIMPLE:
        view: ClubView = await getattr(clubs, SIMPLE[its.action])(*who)
        return view
    match its.action:
        case ClubAction.LEFT_OUT:
            return await clubs.leave_out(*who, chosen)
        case ClubAction.CAPTAIN:
            return await clubs.name_captain(*who, (await member_named(click, chosen)).id)
        case ClubAction.SUBSTITUTE:
            return await clubs.substitute(*who, PlayerId(its.number), chosen)
        case ClubAction.AGREE | ClubAction.DECLINE:
            agrees = its.action is ClubAction.AGREE
            return await clubs.answer(*who, its.number, agrees=agrees)
        case ClubAction.REMATCH:
            await click.services[OfferService].rematch(*who)
    return None


async def on_ruling(click: Click[ClubButton]) -> None:
    """Ask the other captain for a ruling."""
    kind, _, ruling = click.field("result").partition(" ")
    wanted = {str(each): each for each in (EntryKind.DECIDE, EntryKind.ANNUL, EntryKind.FORGIVE)}
    is_decided = kind == EntryKind.DECIDE
    if kind not in wanted or is_decided != bool(RANKING.fullmatch(ruling)):
        await click.say(NOT_KEPT)
        return
    asked = Asked(wanted[kind], ruling, click.field("reason"))
    clubs, match_id = click.services[ClubService], MatchId(click.id.number)
    await show_view(click, await clubs.ask(click.actor, click.id.club_id, match_id, asked))


async def _below_profile(interaction: Interaction, profile: Profile) -> Sequence[Part]:
    clubs, who = interaction.services[ClubService], profile.player_id
    found = await clubs.of_player(interaction.actor, who)
    played = [each for each in found if any(who in game.players for game in each.games)]
    return tuple(words.of_profile(each, who) for each in played[:SHOWN])


async def _in_inbox(interaction: Interaction, _: Inbox) -> Sequence[Part]:
    """The requests of other captains that wait for the reader."""
    found = await interaction.services[ClubService].asked_of(interaction.actor.id)
    return tuple(words.WAITS.of(name=words.teams(each)) for each in found)


SCREEN = Screen(
    cogs=(Clubs,),
    handlers=(
        Handler(SetupButton, on_setup, defer=False),
        Handler(SetupButton, on_setup_form, is_form=True),
        Handler(ClubButton, on_club, defer=False),
        Handler(ClubButton, on_ruling, is_form=True),
    ),
    faces={ClubCard: pages.face_of_card, ClubNews: pages.face_of_news},
    named={ClubCard: pages.with_names, ClubNews: pages.news_with_names},
    adds={Profile: _below_profile, Inbox: _in_inbox},
)
