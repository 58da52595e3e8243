"""Commands and buttons of matches: ``/move``, ``/match``, ``/matches``, ``/watch`` and others."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.errors import ServiceError
from bot.core.matches import (
    IllegalText,
    MatchOver,
    MatchService,
    MatchState,
    MatchSummary,
    Scope,
    SeveralMatches,
    UnknownMatch,
)
from bot.core.pictures import PictureService
from bot.features.challenges.screen import offer_rematch
from bot.features.matches import pages, words
from bot.features.matches.boards import PostedBoard
from bot.features.moves.screen.composer import (
    InboxAction,
    InboxButton,
    next_match,
    open_composer,
    played,
)
from bot.features.moves.words import as_typed, choice
from bot.features.places import AbsenceCard
from bot.features.practice.screen import hint_in_match
from bot.features.reminders import Digest
from bot.features.replays.screen import export, post, share, show_start
from bot.features.requests import InboxService, Requests
from bot.features.requests import screen as match_actions
from bot.features.requests.screen import club_names
from bot.features.rulings.screen import show_rulings
from bot.features.watching import FollowedEnd, Watched, WatchService
from bot.screen.buttons import page_buttons
from bot.screen.components import OPTIONS
from bot.screen.ids import LARGEST, CustomId, MatchAction, MatchButton
from bot.screen.interaction import (
    Click,
    Handler,
    Interaction,
    Purpose,
    Screen,
    command,
    command_options,
    match_list,
)
from bot.screen.messenger.pages import (
    board_as_text,
    in_words,
    look_rows,
    match_button,
    move_button,
    with_players,
)
from bot.screen.messenger.words import SOMEBODY, last_line
from bot.screen.page import Accent, Menu, Page, Picture, Row, options
from bot.screen.words import FOLLOWED, KEPT, UNFOLLOW, UNFOLLOWED, match_title, on_hold, row
from data.ids import Holder, MatchId, PlayerId
from data.states import RequestKind
from renderer import alt_text, lens_text
from rules.game import Passed
from rules.texts import Plain, Text, Words, lines, sentences

CHOICE_LENGTH = 100
MOST_WATCHED = 20
"""The most running matches that ``/watch`` lists."""
ON_PAGE = 10
"""How many matches a page of the inbox lists."""
MOTION = "last-move.gif"


class Matches(commands.Cog):
    @command(
        "Make your move: on the board, or typed",
        everywhere=True,
        counts=True,
        typed="Your move; suggestions help you with each part",
    )
    @app_commands.rename(typed="text")
    async def move(
        self,
        interaction: Interaction,
        typed: app_commands.Range[str, 1, 400] | None = None,
        match: command_options.MatchToMove = None,
    ) -> None:
        if typed is None:
            await choose_match(interaction, match, Purpose.OPEN)
            return
        try:
            await make_move(interaction, typed, match)
        except SeveralMatches as error:
            await command_options.ask_which(interaction, error.matches, Purpose.OPEN, typed)

    @move.autocomplete("typed")
    async def parts(
        self, raw: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        interaction = Interaction(raw)
        try:
            actor, known = interaction.actor, interaction.services[MatchService]
            named = command_options.typed_match_id(raw.namespace.match)
            view = await known.to_move(actor, named or await known.meant(actor, Scope.TO_MOVE))
        except ServiceError:
            return []  # the command itself says what is wrong
        found = known.completions(view, typed, await interaction.wording())
        shown = {each.text: choice(each) for each in found if len(each.text) <= CHOICE_LENGTH}
        return await interaction.offer(shown or _as_typed(interaction, view, typed))

    @command("Resign a match; I ask once more first", everywhere=True)
    async def resign(
        self, interaction: Interaction, match: command_options.PlayedMatch = None
    ) -> None:
        await choose_match(interaction, match, Purpose.RESIGN)

    @command("Your matches, those waiting for you first", everywhere=True)
    async def matches(self, interaction: Interaction) -> None:
        await show_inbox(interaction)

    @command("A match from your side, and all you can do in it", everywhere=True)
    async def match(
        self, interaction: Interaction, match: command_options.PastMatch = None
    ) -> None:
        await choose_match(interaction, match, Purpose.BOARD)

    @command(
        "Step through a match from its start, for you alone",
        everywhere=True,
        match="Which match, if not the one here or your last one",
    )
    async def replay(
        self, interaction: Interaction, match: command_options.PastMatch = None
    ) -> None:
        await choose_match(interaction, match, Purpose.REPLAY)

    @command("Watch the matches that are being played in this server")
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def watch(self, interaction: Interaction) -> None:
        await show_watched(interaction)


def _as_typed(interaction: Interaction, view: MatchState, typed: str) -> dict[str, Words]:
    """The typed text as the only option, with its meaning or its error."""
    if not typed or len(typed) > CHOICE_LENGTH:
        return {}  # Discord refuses it as an option; the field keeps it anyway
    try:
        told = view.position.describe(interaction.services[MatchService].meaning(view, typed))
    except IllegalText as error:
        told = error.error.message
    return {typed: as_typed(typed, told)}


async def make_move(interaction: Interaction, typed: str, match_id: MatchId | None) -> None:
    """Play a typed move, or say why not."""
    try:
        made = await interaction.services[MatchService].submit(interaction.actor, typed, match_id)
    except IllegalText as error:
        button = Row(move_button(error.view))
        await interaction.show(Page(interaction.refusal(error), button))
    else:
        await played(interaction, made)


async def choose_match(
    interaction: Interaction, match_id: MatchId | None, purpose: Purpose
) -> None:
    """Show the match that is meant, or ask which; the interaction is acknowledged."""
    found = await command_options.meant_or_asked(interaction, match_id, purpose)
    if found is not None:
        await show_match(interaction, found, purpose)


async def show_match(interaction: Interaction, match_id: MatchId, purpose: Purpose) -> None:
    matches, actor = interaction.services[MatchService], interaction.actor
    match purpose:
        case Purpose.MANAGE:
            await show_rulings(interaction, match_id)
        case Purpose.REPLAY:
            await show_start(interaction, match_id)
        case Purpose.RESIGN:
            await interaction.show(pages.resign(await matches.current(actor, match_id)))
        case _:
            view = await matches.visible(actor, match_id)
            if purpose is Purpose.OPEN and view.to_move_player == actor.id:
                await open_composer(interaction, match_id)
            else:
                await interaction.show_board(view)


async def on_list(click: Click[command_options.MatchList]) -> None:
    number, _, typed = click.value.partition(" ")
    found = command_options.typed_match_id(number)
    if not found:
        raise UnknownMatch
    await (make_move(click, typed, found) if typed else show_match(click, found, click.id.purpose))


async def on_match(click: Click[MatchButton]) -> None:
    if click.id.action in PRIVATELY:
        await click.defer_private()
    elif click.id.action in BESIDE:
        await click.defer_beside()
    else:
        await click.defer_update()
    await ACTIONS[click.id.action](click)


async def _seen(click: Click[MatchButton]) -> MatchState:
    """The match as it is now, also for an old button."""
    return await click.services[MatchService].visible(click.actor, click.id.match_id)


async def board(click: Click[MatchButton]) -> None:
    await click.show_board(await _seen(click))


async def show_text(click: Click[MatchButton]) -> None:
    await click.show(board_as_text(await _seen(click), click.actor.id))


async def show_motion(click: Click[MatchButton]) -> None:
    match = await _seen(click)
    if not match.moves:
        await click.say(words.NOTHING_YET)
        return
    made = match.moves[-1]
    if all(isinstance(event, Passed) for event in made.events):
        await click.say(sentences(made.sentence, words.NOTHING_MOVES))
        return
    own = await click.own_picture(match)
    after = replace(own, position=made.before.after(made.move), events=made.events)
    moving = await click.services[PictureService].motion(made.before, after)
    told = lines(Plain("**{match}**", match=match_title(match)), made.sentence)
    shown = Picture(alt_text(after, made.sentence), MOTION)
    others = look_rows(match, click.actor.id, MatchAction.MOTION)
    await click.show(Page(told, shown, *others, accent=Accent.TEAL), moving, MOTION)


async def show_lens(click: Click[MatchButton]) -> None:
    match = await _seen(click)
    if not match.is_running:
        raise MatchOver(match)
    own = await click.own_picture(match)
    lens = match.position.lens()
    if lens is None:
        await click.say(words.NO_LENS)
        return
    picture = await click.services[PictureService].lens(own)
    heading = row([Plain("**{match}**", match=match_title(match)), match.info.lens or ""])
    shown = Picture(lens_text(own, lens))
    others = look_rows(match, click.actor.id, MatchAction.LENS)
    page = Page(heading, shown, lines(*lens.said), *others, accent=Accent.TEAL)
    await click.show(page, picture)


async def resign(click: Click[MatchButton]) -> None:
    matches = click.services[MatchService]
    await click.show(
        pages.resign(await matches.current(click.actor, click.id.match_id, click.id.ply))
    )


async def resigned(click: Click[MatchButton]) -> None:
    matches = click.services[MatchService]
    await click.say(last_line(await matches.resign(click.actor, click.id.match_id, click.id.ply)))


async def forgive(click: Click[MatchButton]) -> None:
    requests = click.services[Requests]
    view = await requests.check_forgiving(click.actor, click.id.match_id, click.id.ply)
    await click.show(pages.forgive(view))


async def follow(click: Click[MatchButton]) -> None:
    match = await click.services[WatchService].follow(click.actor, click.id.match_id)
    undo = match_button(match, UNFOLLOW, MatchAction.UNFOLLOW)
    await click.show(Page(FOLLOWED, Row(undo)))


async def unfollow(click: Click[MatchButton]) -> None:
    await click.services[WatchService].unfollow(click.actor, click.id.match_id)
    await click.say(UNFOLLOWED)


ACTIONS: Mapping[MatchAction, Callable[[Click[MatchButton]], Awaitable[None]]] = {
    MatchAction.MOVE: lambda click: open_composer(click, click.id.match_id, click.id.ply),
    MatchAction.BOARD: board,
    MatchAction.RESIGN: resign,
    MatchAction.RESIGNED: resigned,
    MatchAction.KEEP: lambda click: click.say(KEPT),
    MatchAction.REMATCH: offer_rematch,
    MatchAction.MORE: match_actions.more,
    MatchAction.UNDO: match_actions.asks(RequestKind.UNDO),
    MatchAction.DRAW: match_actions.asks(RequestKind.DRAW),
    MatchAction.RESUME: match_actions.end_pause,
    MatchAction.FOLLOW: follow,
    MatchAction.UNFOLLOW: unfollow,
    MatchAction.FORGIVE: forgive,
    MatchAction.FORGIVEN: match_actions.asks(RequestKind.FORGIVE),
    MatchAction.NUDGE: match_actions.nudge,
    MatchAction.ABORT: match_actions.abort,
    MatchAction.ABORTED: match_actions.aborted,
    MatchAction.HINT: hint_in_match,
    MatchAction.EXPORT: export,
    MatchAction.SHARE: share,
    MatchAction.POST: post,
    MatchAction.MOTION: show_motion,
    MatchAction.LENS: show_lens,
    MatchAction.TEXT: show_text,
}

PRIVATELY = {MatchAction.FORGIVE, MatchAction.HINT}
BESIDE = {MatchAction.REMATCH, MatchAction.EXPORT, MatchAction.SHARE}
"""Actions whose answer does not replace the private message of their button."""


async def on_inbox(click: Click[InboxButton]) -> None:
    if click.id.action is InboxAction.NEXT:
        await open_next(click, MatchId(click.id.number))
    else:
        await show_inbox(click, click.id.number)


async def open_next(interaction: Interaction, after: MatchId) -> None:
    """Open the composer for the first waiting match, or the one listed after ``after``."""
    found = await interaction.services[InboxService].read(interaction.actor.id)
    waiting = [line.id for line in found.waiting]
    if not waiting:
        await interaction.say(words.NOTHING_WAITS)
        return
    place = waiting.index(after) + 1 if after in waiting else 0
    await open_composer(interaction, waiting[place % len(waiting)])


async def show_inbox(interaction: Interaction, page: int = 0) -> None:
    """Show a page of the reader's matches, at most the last one; pages count from 0."""
    reader = interaction.actor.id
    found = await interaction.services[InboxService].read(reader)
    damaged = words.unreadable(found.damaged)
    groups = {words.WAITING: found.waiting, words.OTHERS: found.others, words.RECENT: found.recent}
    entries = [
        (Plain("### {heading} ({count})", heading=heading, count=len(group)), line)
        for heading, group in groups.items()
        for line in group
    ]
    added = () if page else await interaction.added(found)
    if not entries:
        await interaction.show(Page(damaged or words.EMPTY, *added))
        return
    last = (len(entries) - 1) // ON_PAGE
    page = min(page, last)
    shown = entries[page * ON_PAGE : (page + 1) * ON_PAGE]
    names = await club_names(interaction, [line for _, line in shown])
    turns = page_buttons(page, last + 1, "◀", "▶", partial(InboxButton, InboxAction.PAGE))
    where = Text("-# Page {shown} of {last}", shown=page + 1, last=last + 1)
    await interaction.show(
        Page(
            on_hold(*found.waiting, *found.others),
            Row(next_match(MatchId(0))) if found.waiting else None,
            words.asked(found) if found.asked and not page else None,
            *added,
            *_groups(shown, reader, names),
            damaged,
            await match_list(interaction, [line for _, line in shown], Purpose.OPEN),
            where if last else None,
            Row(*turns),
            accent=Accent.GOLD,
        )
    )


def _groups(
    entries: Sequence[tuple[Text, MatchSummary]], reader: PlayerId, names: Mapping[Holder, Words]
) -> Iterator[Text]:
    """Each heading with its matches below it, a line for each."""
    for heading, group in groupby(entries, key=lambda entry: entry[0]):
        yield lines(heading, *(words.entry(line, reader, names) for _, line in group))


async def show_watched(interaction: Interaction) -> None:
    """Show the running matches here, and what the reader follows; raises NoServerHere."""
    watched = await interaction.services[WatchService].watched(interaction.actor)
    shown, damaged = watched.running[:MOST_WATCHED], words.unreadable(watched.damaged)
    title = Plain("### {title}", title=words.RUNNING)
    seen = (title, *map(words.seen, shown)) if shown else (damaged or words.NOTHING_RUNS,)
    menu = await match_list(interaction, shown, Purpose.BOARD) if shown else None
    told = lines(*seen, damaged if shown else None, words.followed(watched))
    await interaction.show(
        Page(told, menu, await _unfollow_menu(interaction, watched), accent=Accent.TEAL)
    )


async def _unfollow_menu(interaction: Interaction, watched: Watched) -> Menu | None:
    """The menu of all that the reader follows; None if that is nothing."""
    names = interaction.client.names
    known = await names.in_time(watched.people, interaction.actor.place.server_id)
    labels: dict[str, Words] = {f"m{each.id}": match_title(each) for each in watched.matches}
    labels |= {f"p{each}": known.get(each, SOMEBODY) for each in watched.people}
    return Menu(StopFollowing(), options(labels)[:OPTIONS], UNFOLLOW) if labels else None


class StopFollowing(CustomId, prefix="wf"):
    """The menu for unfollowing matches (``m7``) and people (``p42``)."""


async def on_stop_following(click: Click[StopFollowing]) -> None:
    kind, number = click.value[:1], click.value[1:]
    if number.isdecimal() and int(number) <= LARGEST:
        watching = click.services[WatchService]
        if kind == "m":
            await watching.unfollow(click.actor, MatchId(int(number)))
        else:
            await watching.unfollow_person(click.actor, PlayerId(int(number)))
    await show_watched(click)


SCREEN = Screen(
    cogs=(Matches,),
    handlers=(
        Handler(MatchButton, on_match, defer=False),
        Handler(InboxButton, on_inbox),
        Handler(StopFollowing, on_stop_following),
        Handler(command_options.MatchList, on_list),
    ),
    faces={
        PostedBoard: pages.face_of_board,
        FollowedEnd: lambda end: in_words(words.followed_end(end)),
        Digest: pages.face_of_digest,
        AbsenceCard: lambda card: in_words(words.absence(card)),
    },
    named={PostedBoard: with_players},
)
