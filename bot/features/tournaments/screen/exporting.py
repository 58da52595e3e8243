"""A tournament as files for its organiser: tables, games, and the records of all matches."""

from dataclasses import replace

from bot.core.errors import ServiceError
from bot.core.one_at_a_time import OneAtATime
from bot.features.replays import ReplayService
from bot.features.tournaments.exporting import files_of
from bot.features.tournaments.values import Field
from bot.screen.interaction import Interaction
from bot.screen.names import names_here
from bot.screen.page import File, Page
from data.ids import PlayerId
from rules.record import write
from rules.texts import Text, lines

TOLD = Text("The table and the games, and the records of all matches as one text.")
CHESS = Text("Programs for chess tournaments read the `.trf` file. It leaves out running games.")
RECORDS, CHESS_FILE = "records.txt", "tournament.trf"


async def export(interaction: Interaction, field: Field) -> None:
    """Show the files to whoever asks, who may organise the tournament."""
    with interaction.services[OneAtATime].for_(interaction.actor.id):
        people = [each.player_id for each in field.entrants]
        found = await names_here(interaction.client.names, people, field.tournament.server_id)
        names = {who: str(name) for who, name in found.items()}
        files = files_of(field, names, interaction.client.now())
        files[RECORDS] = await _records(interaction, field, names)
        page = Page(
            lines(TOLD, CHESS if CHESS_FILE in files else None),
            *(File(_named(field, each)) for each in files),
        )
        beside = {_named(field, name): text.encode() for name, text in files.items()}
        await interaction.show(page, beside=beside)


def _named(field: Field, file: str) -> str:
    return f"quintet-tournament-{field.tournament.id}-{file}"


async def _records(interaction: Interaction, field: Field, names: dict[PlayerId, str]) -> str:
    """Of all matches that the organiser may see, one below the other."""
    told = []
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
        told.append(write(replace(replay.record, players=players)))
    return "\n\n".join(told)
