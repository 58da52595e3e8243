"""``/tournament``: looking at tournaments, and the panel by which organisers change them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from discord import app_commands
from discord.ext import commands

from bot.core.absences import Absence
from bot.core.errors import ServiceError
from bot.core.matches import MatchService
from bot.core.waking import OneAtATime
from bot.features.places import AbsenceService
from bot.features.replays import ReplayService
from bot.features.requests import InboxService
from bot.features.tournaments import pages, words
from bot.features.tournaments.acts import (
    ACTS,
    NO_DETAILS,
    NOBODY,
    Act,
    Given,
    Question,
    possible,
)
from bot.features.tournaments.errors import SettingsFixed, UnknownTournament
from bot.features.tournaments.exporting import files_of
from bot.features.tournaments.format_words import words_of
from bot.features.tournaments.formats import FORMATS
from bot.features.tournaments.log import TournamentNotice
from bot.features.tournaments.pages import ManageButton, TournamentAction, TournamentButton
from bot.features.tournaments.screen import creating
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.values import (
    Field,
    Tournament,
    TournamentCard,
    TournamentNews,
    TournamentView,
)
from bot.features.tournaments.words import WHICH, named
from bot.screen.buttons import ChampionOf, champion_button, reason_field
from bot.screen.interaction import Click, Handler, Interaction, Screen, command, member_named
from bot.screen.interaction.command_options import NumberOption
from bot.screen.interaction.declaring import locale_string
from bot.screen.names import names_here, plain
from bot.screen.page import (
    Accent,
    Button,
    File,
    Form,
    Menu,
    Page,
    PersonMenu,
    Style,
    TextField,
    options,
    rows,
)
from bot.screen.words import UNKNOWN_FORM, mention, people, row
from data.ids import PlayerId, TournamentId
from data.tournament_tables import NAME_LENGTH
from rules.record import write
from rules.texts import NOTHING, Plain, Text, Words, labelled, lines, sentences

FIELDS = {
    Question.NAME: TextField("name", Text("The new name"), NAME_LENGTH, least=1),
    Question.REASON: reason_field(),
}
LISTED_PLAYERS = 25
"""How many players a menu can list."""
ENTRANT = Text(
    "**A player in the tournament:** withdraw or readmit them, or choose the first of two opponents"
)
NEWCOMER = Text("**Somebody else** in this server: add them")
OPPONENT = Text(
    "**Their opponent:** decide the games that the two have not begun, or keep them apart"
)
ANYBODY = Text("Choose a player")
DECIDE = Text("-# To decide a game that has begun: `/manage`.")


def panel(
    field: Field,
    asked: ManageButton,
    names: Mapping[PlayerId, Words] = MappingProxyType({}),
    remark: Text | None = None,
) -> Page:
    """The acts that are possible, below a remark: for the tournament, a player, or two players."""
    tournament, about = field.tournament, asked.about
    acts = possible(field, asked.player_id, asked.opponent_id)
    buttons = (
        Button(
            ACTS[act].label,
            replace(asked, act=act),
            Style.DANGER if ACTS[act].is_grave else Style.SECONDARY,
        )
        for act in acts
    )
    whom = [people(about)] if about else []
    explained = (_explained(field, replace(asked, act=act)) for act in acts if asked.opponent_id)
    return Page(
        Plain("### {about}", about=row([named(tournament), *whom])),
        remark,
        words.state_of(tournament),
        lines(*explained),
        *rows(
            *buttons,
            champion_button(tournament.game, ChampionOf.LEAGUE)
            if FORMATS[tournament.kind].in_seasons and not about
            else None,
        ),
        *_lists(field, asked, names),
        DECIDE if tournament.has_begun and not about else None,
        accent=Accent.GOLD,
    )


def _lists(
    field: Field, asked: ManageButton, names: Mapping[PlayerId, Words]
) -> Iterator[Text | Menu | PersonMenu]:
    """The menus of players whom an act can be about."""
    tournament, by_rounds = field.tournament, FORMATS[field.tournament.kind].by_rounds
    nobody = not asked.player_id
    if asked.opponent_id or not (tournament.is_open or tournament.has_begun):
        return
    if not nobody and asked.player_id not in field.by_id:
        return
    others = {who: name for who, name in names.items() if who != asked.player_id}
    if others and (nobody or tournament.has_begun or by_rounds):
        yield ENTRANT if nobody else OPPONENT
        yield Menu(replace(asked, act=Act.PICK), options(others), ANYBODY)
    if nobody:
        yield NEWCOMER
        yield PersonMenu(replace(asked, act=Act.SHOW), ANYBODY)


async def show(interaction: Interaction, asked: ManageButton) -> None:
    """Show the organiser the panel for the tournament, or the players that ``asked`` names."""
    field = await interaction.services[TournamentService].check(
        interaction.actor, asked.tournament_id
    )
    for each in asked.about:
        if each not in field.by_id:
            await member_named(interaction, each)
    known = [each.player_id for each in field.entrants if each.player_id > 0][:LISTED_PLAYERS]
    names = await names_here(interaction.client.names, known, field.tournament.server_id)
    absence = await absence_of(interaction, field.tournament)
    here = ACTS[Act.HERE].label
    remark = None if absence is None else words.stands_still(absence, here)
    for lost in await interaction.services[AbsenceService].lost_in(field.tournament.server_id):
        if lost.tournament_id == asked.tournament_id:
            remark = lines(remark, lost.warning)
    await interaction.show(panel(field, asked, names, remark))


async def absence_of(interaction: Interaction, tournament: Tournament) -> Absence | None:
    """The absence of the bot by which a tournament stands still; None if there is none."""
    if not (tournament.is_open or tournament.has_begun):
        return None
    service = interaction.services[AbsenceService]
    return await service.at(tournament.server_id, tournament.channel_id)


async def on_act(click: Click[ManageButton]) -> None:
    tournaments, asked = click.services[TournamentService], click.id
    if asked.act in ACTS and ACTS[asked.act].asks:
        field, known = await tournaments.check(click.actor, asked.tournament_id), ACTS[asked.act]
        told = _filled(_follows(field, asked), field, asked)
        about = lines(people(asked.about), told)
        fields = tuple(FIELDS[each] for each in known.asks)
        await click.ask(Form(known.title or known.label, asked, fields, about))
        return
    await click.defer_update()
    match asked.act:
        case Act.SHOW | Act.PICK:
            if click.values:
                chosen = PlayerId(click.number_or(0))
                both = (asked.player_id, chosen) if asked.player_id else (chosen, NOBODY)
                asked = ManageButton(asked.tournament_id, Act.SHOW, *both)
            await show(click, asked)
        case Act.BEGIN:
            field = await tournaments.check(click.actor, asked.tournament_id)
            told = _filled(ACTS[Act.START].follows, field, asked)
            ways = [(ACTS[Act.START].label, Act.START), (words.BACK, Act.SHOW)]
            buttons = (Button(label, replace(asked, act=act)) for label, act in ways)
            await click.show(Page(lines(words.who(field), told), *rows(*buttons)))
        case Act.EXPORT:
            await export(click, await tournaments.check(click.actor, asked.tournament_id))
        case Act.SETTINGS:
            tournament = (await tournaments.check(click.actor, asked.tournament_id)).tournament
            if not tournament.is_open:
                raise SettingsFixed(tournament)
            await click.show(creating.panel(creating.settings(tournament)))
        case Act.HERE:
            click.stands()
            await _do(click, NO_DETAILS)
        case Act.PUT_IN:
            await _do(click, Given(player_id=(await member_named(click, asked.player_id)).id))
        case _:
            await _do(click, NO_DETAILS)


async def on_form(click: Click[ManageButton]) -> None:
    asked = click.id
    if asked.act not in ACTS or not ACTS[asked.act].asks:  # a forged one
        await click.say(UNKNOWN_FORM)
        return
    two, reason = (asked.player_id, asked.opponent_id), click.field("reason")
    await _do(click, Given(*two, reason=reason, name=click.field("name")))


async def _do(click: Click[ManageButton], given: Given) -> None:
    """Do an act, and say what follows from it."""
    asked, actor = click.id, click.actor
    act = click.services[TournamentService].act
    field = await act(actor, asked.tournament_id, asked.act, given)
    told = [ACTS[asked.act].done, *_follows(field, asked)]
    if ACTS[asked.act].asks:
        told.append(Text("Everybody can read it, with your reason, in {channel}."))
    await click.say(_filled(told, field, asked))


EXPORTED = Text("The table and the games, and the records of all matches as one text.")
CHESS = Text(
    "Programs for chess tournaments read the `.trf` file. It leaves out games in progress."
)
RECORDS, CHESS_FILE = "records.txt", "tournament.trf"


async def export(interaction: Interaction, field: Field) -> None:
    """Show the organiser the files."""
    with interaction.services[OneAtATime].for_(interaction.actor.id):
        people = [each.player_id for each in field.entrants]
        found = await names_here(interaction.client.names, people, field.tournament.server_id)
        names = {who: str(name) for who, name in found.items()}
        files = files_of(field, names, interaction.client.now())
        files[RECORDS] = await _records(interaction, field, names)
        page = Page(
            lines(EXPORTED, CHESS if CHESS_FILE in files else None),
            *(File(_file_name(field, each)) for each in files),
        )
        beside = {_file_name(field, name): text.encode() for name, text in files.items()}
        await interaction.show(page, beside=beside)


def _file_name(field: Field, file: str) -> str:
    return f"quintet-tournament-{field.tournament.id}-{file}"


async def _records(interaction: Interaction, field: Field, names: dict[PlayerId, str]) -> str:
    """The records of all matches that the organiser may see, one after another."""
    records = []
    for each in field.pairings:
        if each.match_id is None:
            continue
        try:
            replay = await interaction.services[ReplayService].replay(
                interaction.actor, each.match_id
            )
        except ServiceError:
            continue
        players = tuple(names[who] for who in each.players)
        records.append(write(replace(replay.record, players=players)))
    return "\n\n".join(records)


def _follows(field: Field, asked: ManageButton) -> tuple[Text, ...]:
    tournament, entrant = field.tournament, field.by_id.get(asked.player_id)
    if asked.act is Act.EXPEL:
        if entrant is None or entrant.number is None:
            return (Text("They can join again."),)
        ends = Text("Their games in progress end at once: lost, and not rated.")
        return ends, words_of(tournament).leaving(field, asked.player_id)
    if asked.act is Act.PUT_IN and tournament.has_begun:
        by_rounds = FORMATS[tournament.kind].by_rounds
        next_round = Text("They play from the next round on.")
        return (next_round if by_rounds else Text("They play from the next season on."),)
    return ACTS[asked.act].follows


def _explained(field: Field, asked: ManageButton) -> Text:
    told = _filled(_follows(field, asked), field, asked)
    return Plain("-# {told}", told=labelled(Plain("**{name}**", name=ACTS[asked.act].label), told))


def _filled(told: Sequence[Text], field: Field, asked: ManageButton) -> Text:
    tournament = field.tournament
    filling: dict[str, Words] = {
        "name": named(tournament),
        "channel": f"<#{tournament.channel_id}>",
        "player": mention(asked.player_id),
        "other": mention(asked.opponent_id),
    }
    return sentences(*(each.of(**filling) for each in told if each != NOTHING))


async def show_tournament(
    interaction: Interaction, tournament_id: TournamentId, number: int = 0
) -> None:
    """Show one of the tables, counted from 1; the reader's own for 0."""
    view = await interaction.services[TournamentService].look(interaction.actor, tournament_id)
    await show_view(interaction, view, number)


async def show_view(interaction: Interaction, view: TournamentView, number: int = 0) -> None:
    """Show a tournament with the chart of its table, if the table has one."""
    view = pages.paged(view)
    page = min(number - 1, max(len(view.tables) - 1, 0)) if number else view.own_table
    inbox = await interaction.services[InboxService].read(interaction.actor.id)
    mine = [each for each in inbox.waiting if each.tournament_id == view.tournament.id]
    chart = None
    if view.tables:
        table = view.tables[page]
        people = [row.player_id for row in table.rows]
        names = await names_here(interaction.client.names, people, view.tournament.server_id)
        picture = words_of(view.tournament).picture
        chart = picture(view.field, table, names, view.reader_id)
    absence = await absence_of(interaction, view.tournament)
    await interaction.show_with(chart, partial(pages.page, view, page, mine, absence))


async def show_history(
    interaction: Interaction, tournament_id: TournamentId, before: int = 0
) -> None:
    """Show a page of the log before an entry, 0 for the newest page."""
    tournaments, actor = interaction.services[TournamentService], interaction.actor
    view = await tournaments.look(actor, tournament_id)
    events = await tournaments.history(actor, tournament_id, before or None)
    await interaction.show(pages.history(view.tournament, events, before))


async def on_tournament(click: Click[TournamentButton]) -> None:
    """Answer a button on a tournament's message, privately."""
    tournaments, actor = click.services[TournamentService], click.actor
    tournament_id = click.id.tournament_id
    match click.id.action:
        case TournamentAction.SHOW | TournamentAction.NEWS:
            number = click.id.number if click.id.action is TournamentAction.SHOW else 0
            await show_tournament(click, tournament_id, number)
        case TournamentAction.JOIN | TournamentAction.ONCE:
            stays = click.id.action is TournamentAction.JOIN
            await click.say(
                words.entered(await tournaments.enter(actor, tournament_id, stays=stays))
            )
        case TournamentAction.LEAVE:
            await show_view(click, await tournaments.leave(actor, tournament_id))
        case TournamentAction.SIT_OUT:
            await show_view(click, await tournaments.sit_out(actor, tournament_id))
        case TournamentAction.WITHDRAW:
            view = await tournaments.look(actor, tournament_id)
            await click.show(pages.ask_to_withdraw(view))
        case TournamentAction.WITHDRAWN:
            await show_view(click, await tournaments.withdraw(actor, tournament_id))
        case TournamentAction.STAY:
            await click.say(words.STAYED)
        case TournamentAction.HISTORY:
            await show_history(click, tournament_id, click.id.number)
        case TournamentAction.PLACES:
            await click.show(pages.places(await tournaments.look(actor, tournament_id)))


async def _offered(ours: Interaction) -> Mapping[TournamentId, Words]:
    found = await ours.services[TournamentService].here(ours.actor)
    return {each.id: named(each, plain) for each in found}


AnyTournament = app_commands.Transform[TournamentId, NumberOption(_offered, UnknownTournament)]


@app_commands.guild_only()
class Tournaments(
    commands.GroupCog,
    name="tournament",
    description=locale_string(
        Text("Leagues, cups and other tournaments of this server", "command")
    ),
):
    """Looking, and making one; everything else is a button."""

    @command(
        "Tournaments you can join or that are running, your place and your games",
        tournament="Which tournament, where there are several",
    )
    async def show(self, interaction: Interaction, tournament: AnyTournament | None = None) -> None:
        found = await interaction.services[TournamentService].meant(interaction.actor, tournament)
        if len(found) == 1:
            await show_tournament(interaction, found[0].id)
            return
        ways = (
            Button(named(each, plain), TournamentButton(each.id, TournamentAction.SHOW))
            for each in found
        )
        await interaction.show(Page(WHICH, *rows(*ways)))

    @command("Make a league, a knockout cup or a Swiss tournament (managers)")
    async def create(self, interaction: Interaction) -> None:
        await interaction.services[MatchService].check_manager(interaction.actor)
        await interaction.show(creating.panel(creating.first()))


SCREEN = Screen(
    cogs=(Tournaments,),
    handlers=(
        Handler(TournamentButton, on_tournament),
        Handler(creating.SetupPanel, creating.on_panel, defer=False),
        Handler(creating.SetupPanel, creating.on_form, is_form=True),
        Handler(ManageButton, on_act, defer=False),
        Handler(ManageButton, on_form, is_form=True),
    ),
    faces={
        TournamentCard: pages.face_of_card,
        TournamentNews: pages.face_of_news,
        TournamentNotice: pages.face_of_notice,
    },
    named={
        TournamentCard: pages.with_names,
        TournamentNews: pages.news_with_names,
    },
)
