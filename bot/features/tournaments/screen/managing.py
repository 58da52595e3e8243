"""The organiser's panel: buttons for each act, forms for those that need a reason, the export."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from bot.core.absences import Absence
from bot.core.errors import ServiceError
from bot.core.waking import OneAtATime
from bot.features.places import AbsenceService
from bot.features.replays import ReplayService
from bot.features.tournaments import words
from bot.features.tournaments.acts import (
    ACTS,
    NO_DETAILS,
    NOBODY,
    Act,
    Given,
    Question,
    possible,
)
from bot.features.tournaments.errors import SettingsFixed
from bot.features.tournaments.exporting import files_of
from bot.features.tournaments.format_words import words_of
from bot.features.tournaments.formats import FORMATS
from bot.features.tournaments.screen import creating
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.values import Field, Tournament
from bot.features.tournaments.words import named
from bot.screen.buttons import ChampionOf, champion_button, reason_field
from bot.screen.ids import CustomId
from bot.screen.interaction import Click, Interaction, member_named
from bot.screen.names import names_here
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
ENTRANT = Text("**Somebody who is in:** withdraw or readmit them; in a game, its two players")
NEWCOMER = Text("**Somebody else** of this server: add them")
OPPONENT = Text("**Whom they play:** decide what the two have not begun, or keep them apart")
ANYBODY = Text("Choose a player")
DECIDE = Text("-# To decide a game that has begun: `/manage`.")


class ManageButton(CustomId, prefix="ca"):
    """A button or list of the panel, or the form that asks for a reason; player ids can be 0.

    ``SHOW`` and ``PICK`` are also lists, from which the next player is chosen.
    """

    tournament_id: TournamentId
    act: Act
    player_id: PlayerId
    opponent_id: PlayerId


def panel(
    field: Field,
    asked: ManageButton,
    names: Mapping[PlayerId, Words] = MappingProxyType({}),
    remark: Text | None = None,
) -> Page:
    """The acts that are possible, below a remark: for the tournament, a player, or two players."""
    tournament, both = field.tournament, (asked.player_id, asked.opponent_id)
    about, acts = [each for each in both if each], possible(field, *both)
    buttons = (
        Button(
            ACTS[act].label,
            replace(asked, act=act),
            Style.DANGER if ACTS[act].is_grave else Style.SECONDARY,
        )
        for act in acts
    )
    whom = [people(about)] if about else []
    explained = (_explained(act, field, *both) for act in acts if asked.opponent_id)
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
    for each in (asked.player_id, asked.opponent_id):
        if each and each not in field.by_id:
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
    both = (asked.player_id, asked.opponent_id)
    if asked.act in ACTS and ACTS[asked.act].asks:
        field, known = await tournaments.check(click.actor, asked.tournament_id), ACTS[asked.act]
        told = _filled(_follows(asked.act, field, asked.player_id), field, *both)
        about = lines(people([each for each in both if each]), told)
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
            told = _filled(ACTS[Act.START].follows, field, *both)
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
    told = [ACTS[asked.act].done, *_follows(asked.act, field, asked.player_id)]
    if ACTS[asked.act].asks:
        told.append(Text("Everybody can read it, with your reason, in {channel}."))
    await click.say(_filled(told, field, asked.player_id, asked.opponent_id))


EXPORTED = Text("The table and the games, and the records of all matches as one text.")
CHESS = Text("Programs for chess tournaments read the `.trf` file. It leaves out running games.")
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


def _follows(act: Act, field: Field, player_id: PlayerId) -> tuple[Text, ...]:
    tournament, entrant = field.tournament, field.by_id.get(player_id)
    if act is Act.EXPEL:
        if entrant is None or entrant.number is None:
            return (Text("They can join again."),)
        ends = Text("Their running games end at once: lost, and not rated.")
        return ends, words_of(tournament).leaving(field, player_id)
    if act is Act.PUT_IN and tournament.has_begun:
        by_rounds = FORMATS[tournament.kind].by_rounds
        next_round = Text("They play from the next round on.")
        return (next_round if by_rounds else Text("They play from the next season on."),)
    return ACTS[act].follows


def _explained(act: Act, field: Field, player_id: PlayerId, opponent_id: PlayerId) -> Text:
    told = _filled(_follows(act, field, player_id), field, player_id, opponent_id)
    return Plain("-# {told}", told=labelled(Plain("**{name}**", name=ACTS[act].label), told))


def _filled(told: Sequence[Text], field: Field, player_id: PlayerId, opponent_id: PlayerId) -> Text:
    tournament = field.tournament
    filling: dict[str, Words] = {
        "name": named(tournament),
        "channel": f"<#{tournament.channel_id}>",
        "player": mention(player_id),
        "other": mention(opponent_id),
    }
    return sentences(*(each.of(**filling) for each in told if each != NOTHING))
