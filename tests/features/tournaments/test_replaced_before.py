"""People were replaced in knockouts of 1.0.0: what a database holds of it is read and goes on."""

from typing import Any

from bot.core.people import players
from bot.features.tournaments import event_words, storage, words
from bot.features.tournaments.knockout import Bracket, Place
from bot.features.tournaments.log import TournamentLog, TournamentNotice
from bot.features.tournaments.storage import NewEvent
from bot.features.tournaments.values import Entrant
from data.ids import Key, PlayerId
from data.states import TournamentEvent, TournamentState
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import Club


async def replace(cup: Cup, gone: int, newcomer: int, since: int) -> None:
    """Write what 1.0.0 wrote, and do all that follows."""
    field = await cup.field()
    old, store = field.by_id[PlayerId(gone)], TournamentLog(cup.club.clock)
    new = Entrant(
        PlayerId(newcomer),
        cup.club.clock(),
        stays=False,
        seed=old.seed,
        number=old.number,
        division=old.division,
        replaces_id=old.player_id,
        since_round=since,
    )
    kind, key = TournamentEvent.SUBSTITUTED, Key(f"replaced:{gone}")
    event = NewEvent(kind, key, old.player_id, old.player_id, "exam", opponent_id=new.player_id)

    def write(connection: Any) -> None:
        players.ensure(connection, [new.player_id], cup.club.clock())
        storage.add_entrant(connection, cup.id, new)
        values = {"withdrawn_at": cup.club.clock(), "withdrawn": kind}
        storage.change_entrant(connection, cup.id, old.player_id, **values)
        store.write(connection, field.tournament, event)

    await cup.club.database.write(write)
    await cup.sweep()


async def test_the_newcomer_goes_on_and_people_read_that_somebody_was_replaced(club: Club) -> None:
    cup = await Cup.begun(club, 4, "knockout")
    await cup.win_tie(1, 4)
    await replace(cup, 1, 9, since=2)
    await cup.win_tie(2, 3)
    field = await cup.field()
    found = Bracket(field)
    assert (found.ties[Place(1, 0, 1)].winner, found.ties[found.final].slots) == (1, (9, 2))
    assert [each.players for each in field.pairings][4:] == [(9, 2), (2, 9)]
    await cup.win_tie(9, 2)
    assert (await cup.field()).tournament.state is TournamentState.OVER
    assert [(who, place) for who, place, _ in await cup.table()][:3] == [(9, 1), (2, 2), (1, 3)]
    told = await cup.service.history(cup.boss, cup.id, None)
    event = next(each for each in told if each.kind is TournamentEvent.SUBSTITUTED)
    assert str(event_words.heard(event)).startswith("<@1> replaced <@1> with <@9>.")
    line = TournamentNotice(PlayerId(1), await cup.field(), event)
    assert "<@9> plays in your place from now on." in str(event_words.to_player(line))
    view = await cup.service.look(cup.actor(1), cup.id)
    assert str(words.own(view)) == "Somebody else plays in your place."
