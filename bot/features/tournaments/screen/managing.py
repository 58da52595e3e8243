"""The organiser's panel: buttons for each act, forms for those that need a reason, the export."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from bot.core.absences import Absence, Spot
from bot.core.errors import ServiceError
from bot.core.waking import OneAtATime
from bot.features.places import AbsenceService, LostService
from bot.features.replays import ReplayService
from bot.features.tournaments import words
from bot.features.tournaments.errors import SettingsFixed
from bot.features.tournaments.exporting import files_of
from bot.features.tournaments.format_words import words_of
from bot.features.tournaments.management import TournamentManagement
from bot.features.tournaments.screen import acts, creating
from bot.features.tournaments.screen.acts import Act, ManageButton
from bot.features.tournaments.swiss import latest_round
from bot.features.tournaments.values import Field as TournamentField
from bot.features.tournaments.values import Tournament
from bot.screen.buttons import ChampionOf, champion_button, reason_field
from bot.screen.interaction import Click, Interaction, member_named
from bot.screen.names import names_here
from bot.screen.page import (
    Accent,
    Button,
    Field,
    File,
    Form,
    Menu,
    Page,
    PersonMenu,
    Style,
    options,
    rows,
)
from bot.screen.words import people, row
from data.ids import PlayerId
from data.states import TournamentState
from rules.record import write
from rules.texts import Plain, Text, Words, lines

NOBODY = PlayerId(0), PlayerId(0)
LONGEST_NAME = 60
LISTED_PLAYERS = 25
"""How many players a menu can list."""
NEW_NAME = Text("The new name")
ENTRANT = Text("**Somebody who is in:** withdraw or readmit them; in a game, its two players")
NEWCOMER = Text("**Somebody else** of this server: add them")
OPPONENT = Text("**Whom they play:** decide what the two have not begun, or keep them apart")
ANYBODY = Text("Choose a player")
DECIDE = Text("-# To decide a game that has begun: `/manage`.")


def panel(
    field: TournamentField,
    asked: ManageButton,
    names: Mapping[PlayerId, Words] = MappingProxyType({}),
    remark: Text | None = None,
) -> Page:
    """The acts that are possible, below a remark: for the tournament, a player, or two players."""
    tournament, both = field.tournament, (asked.player_id, asked.opponent_id)
    about, possible = [each for each in both if each], _acts(field, *both)
    red = (Act.CANCEL, Act.EXPEL)
    buttons = (
        Button(
            acts.WORDS[act].label,
            replace(asked, act=act),
            Style.DANGER if act in red else Style.SECONDARY,
        )
        for act in possible
    )
    whom = [people(about)] if about else []
    explained = (acts.explained(act, field, *both) for act in possible if asked.opponent_id)
    return Page(
        Plain("### {about}", about=row([words.named(tournament), *whom])),
        remark,
        words.state_of(tournament),
        lines(*explained),
        *rows(
            *buttons,
            champion_button(tournament.game, ChampionOf.LEAGUE)
            if words_of(tournament).in_seasons and not about
            else None,
        ),
        *_lists(field, asked, names),
        DECIDE if tournament.has_begun and not about else None,
        accent=Accent.GOLD,
    )


def _lists(
    field: TournamentField, asked: ManageButton, names: Mapping[PlayerId, Words]
) -> Iterator[Text | Menu | PersonMenu]:
    """The menus of players whom an act can be about."""
    tournament, by_rounds = field.tournament, words_of(field.tournament).by_rounds
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
    management = interaction.services[TournamentManagement]
    field = await management.check(interaction.actor, asked.tournament_id)
    for each in (asked.player_id, asked.opponent_id):
        if each and each not in field.by_id:
            await member_named(interaction, each)
    known = [each.player_id for each in field.entrants if each.player_id > 0][:LISTED_PLAYERS]
    names = await names_here(interaction.client.names, known, field.tournament.server_id)
    absence = await absence_of(interaction, field.tournament)
    here = acts.WORDS[Act.HERE].label
    remark = None if absence is None else words.stands_still(absence, here)
    for lost in await interaction.services[LostService].of_server(field.tournament.server_id):
        if lost.tournament_id == asked.tournament_id:
            remark = lines(remark, lost.warning)
    await interaction.show(panel(field, asked, names, remark))


async def absence_of(interaction: Interaction, tournament: Tournament) -> Absence | None:
    """The absence of the bot by which a tournament stands still; None if there is none."""
    if not (tournament.is_open or tournament.has_begun):
        return None
    spot = Spot(tournament.server_id, tournament.channel_id)
    return await interaction.services[AbsenceService].at(spot)


def _acts(field: TournamentField, player_id: PlayerId, opponent_id: PlayerId) -> list[Act]:
    tournament = field.tournament
    if opponent_id:
        apart = [Act.KEEP_APART] if words_of(tournament).by_rounds else []
        return [Act.WON, Act.BOTH_LOSE, *apart]
    if player_id:
        entrant = field.by_id.get(player_id)
        if entrant is None:
            return [Act.PUT_IN]
        return [Act.EXPEL if entrant.is_in else Act.READMIT]
    if tournament.is_open:
        return [Act.BEGIN, Act.SETTINGS, Act.RENAME, Act.HERE, Act.CANCEL]
    if not tournament.has_begun:
        return [Act.EXPORT]
    turn = Act.RESUME if tournament.state is TournamentState.STOPPED else Act.STOP
    ways = [turn, Act.RENAME, Act.HERE, Act.EXPORT, Act.CANCEL]
    if words_of(tournament).by_rounds and latest_round(field) < tournament.rules.rounds:
        ways.insert(0, Act.CLOSE)
    return ways


async def on_act(click: Click[ManageButton]) -> None:
    management, asked = click.services[TournamentManagement], click.id
    if asked.act not in acts.AT_ONCE:
        field = await management.check(click.actor, asked.tournament_id)
        reason = reason_field()
        name = Field("name", NEW_NAME, LONGEST_NAME, least=1)
        fields = (name, reason) if asked.act is Act.RENAME else (reason,)
        shown = acts.WORDS[asked.act]
        about = acts.before(asked.act, field, asked.player_id, asked.opponent_id)
        await click.ask(Form(shown.title or shown.label, asked, fields, about))
        return
    await click.defer_update()
    actor, tournament_id = click.actor, asked.tournament_id
    match asked.act:
        case Act.SHOW | Act.PICK:
            if click.values:
                chosen = PlayerId(click.number_or(0))
                both = (asked.player_id, chosen) if asked.player_id else (chosen, PlayerId(0))
                asked = ManageButton(tournament_id, Act.SHOW, *both)
            await show(click, asked)
            return
        case Act.BEGIN:
            field = await management.check(actor, tournament_id)
            told = acts.before(Act.START, field, *NOBODY)
            ways = [(acts.WORDS[Act.START].label, Act.START), (words.BACK, Act.SHOW)]
            buttons = (Button(label, replace(asked, act=act)) for label, act in ways)
            await click.show(Page(lines(words.who(field), told), *rows(*buttons)))
            return
        case Act.EXPORT:
            await export(click, await management.check(actor, tournament_id))
            return
        case Act.SETTINGS:
            tournament = (await management.check(actor, tournament_id)).tournament
            if not tournament.is_open:
                raise SettingsFixed(tournament)
            await click.show(creating.panel(creating.settings(tournament)))
            return
        case Act.START:
            field = await management.begin(actor, tournament_id)
        case Act.HERE:
            field = await management.post(actor, tournament_id, click.stands())
        case _:
            comes = await member_named(click, asked.player_id)
            field = await management.put_in(actor, tournament_id, comes.id)
    await click.say(acts.done(asked.act, field, asked.player_id, asked.opponent_id))


async def on_form(click: Click[ManageButton]) -> None:
    management, asked, reason = click.services[TournamentManagement], click.id, click.values[-1]
    actor, tournament_id, player_id = click.actor, asked.tournament_id, asked.player_id
    both = (player_id, asked.opponent_id)
    of_all = {
        Act.STOP: management.stop,
        Act.RESUME: management.resume,
        Act.CANCEL: management.cancel,
        Act.CLOSE: management.close_round,
    }
    match asked.act:
        case act if act in of_all:
            field = await of_all[act](actor, tournament_id, reason)
        case Act.KEEP_APART:
            field = await management.keep_apart(actor, tournament_id, both, reason)
        case Act.RENAME:
            field = await management.rename(actor, tournament_id, click.value, reason)
        case Act.EXPEL:
            field = await management.expel(actor, tournament_id, player_id, reason)
        case Act.READMIT:
            field = await management.readmit(actor, tournament_id, player_id, reason)
        case _:
            winner = player_id if asked.act is Act.WON else None
            field = await management.decide(actor, tournament_id, both, winner, reason)
    await click.say(acts.done(asked.act, field, asked.player_id, asked.opponent_id))


EXPORTED = Text("The table and the games, and the records of all matches as one text.")
CHESS = Text("Programs for chess tournaments read the `.trf` file. It leaves out running games.")
RECORDS, CHESS_FILE = "records.txt", "tournament.trf"


async def export(interaction: Interaction, field: TournamentField) -> None:
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


def _file_name(field: TournamentField, file: str) -> str:
    return f"quintet-tournament-{field.tournament.id}-{file}"


async def _records(
    interaction: Interaction, field: TournamentField, names: dict[PlayerId, str]
) -> str:
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
