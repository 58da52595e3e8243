"""The formats in which everybody meets everybody: round robins, and leagues of many seasons."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from bot.features.tournaments import errors
from bot.features.tournaments.counting import Uncounted, rescored, uncounted
from bot.features.tournaments.format import Format, PairingContext
from bot.features.tournaments.pairing.groups import berger, divisions, exchanged, groups, next_list
from bot.features.tournaments.pairing.history import Histories, Line
from bot.features.tournaments.pairing.tables import Standing, cross_table
from bot.features.tournaments.storage import NO_KEY, NewEvent
from bot.features.tournaments.swiss import histories, line_of
from bot.features.tournaments.values import Entrant, Field, Pairing, Row, Rules, Seats, Table
from data.ids import PlayerId
from data.states import PairingOutcome, TournamentEvent
from rules.texts import Text

TWICE_UP_TO = 6
"""In groups of up to so many everybody meets twice, unless the rules say otherwise."""
ONE_GROUP_UP_TO = 10
"""A round robin of up to so many players is one group."""


class EverybodyMeets(Format):
    """Groups in which everybody meets everybody, by Berger's tables."""

    def due(self, field: Field, context: PairingContext) -> tuple[Seats, ...]:
        """All meetings of all groups, made once."""
        if field.pairings:
            return ()
        drawn = sorted({each.division for each in field.entrants if each.division is not None})
        members = [field.members(division) for division in drawn]
        games = _games(field.tournament.rules, members)
        return tuple(
            seats
            for division, group in zip(drawn, members, strict=True)
            for seats in meetings(group, division, games)
        )

    def is_over(self, field: Field) -> bool:
        """Whether every game has an outcome."""
        return not any(each.is_open for each in field.pairings)

    def rescored(self, field: Field) -> Field:
        """The results of players who left before half of their games are struck."""
        return rescored(field, uncounted(field))

    def tables(self, field: Field) -> tuple[Table, ...]:
        """One table for each group."""
        out = uncounted(field)
        return tuple(self._table(field, division, out) for division in field.divisions)

    def _table(self, field: Field, division: int, out: Uncounted) -> Table:
        within, members = field.within[division], field.members(division)
        counted = [each for each in members if (each, division) not in out]
        by_number = {field.numbers[each]: each for each in members}
        placed = cross_table(_histories(field, within, counted))
        standings: list[tuple[int, Standing | None]] = [(each.number, each) for each in placed]
        standings += [(field.numbers[each], None) for each in members if each not in counted]
        running = Counter(who for each in within if each.is_running for who in each.players)
        rows = tuple(
            Row(by_number[number], number, standing, running[by_number[number]])
            for number, standing in standings
        )
        left = sum(each.is_open for each in within)
        return Table(division, self.named(field, division), rows, left)

    def named(self, field: Field, division: int) -> Text | None:
        """The name of a group; None if there is only one."""
        if len(field.divisions) == 1:
            return None
        return Text("Group {number}", "tournament", number=division + 1)


class RoundRobin(EverybodyMeets):
    """Everybody meets everybody once or twice.

    Many players are divided into groups, whose winners can meet in a final group.
    """

    rules = Rules(least=3, most=60, at_once=4)
    kind = "Individual: Round-Robin"

    def by_round(self, field: Field) -> Histories | None:
        """The rounds, if there is one group in which everybody meets once."""
        games = {each.seats.game for each in field.pairings}
        return histories(field) if len(field.divisions) == len(games) == 1 else None

    def grouped(self, players: Sequence[PlayerId], rules: Rules) -> list[list[PlayerId]]:
        """One group of up to ten; more players are dealt out in snake order."""
        if len(players) <= ONE_GROUP_UP_TO:
            return [list(players)]
        return [[players[seed - 1] for seed in group] for group in groups(len(players), rules.size)]

    def due(self, field: Field, context: PairingContext) -> tuple[Seats, ...]:
        """The meetings of the groups; once these are over, those of the final group."""
        return super().due(field, context) or self._final(field)

    def is_over(self, field: Field) -> bool:
        """Whether all groups are over, and the final group if there is to be one."""
        return super().is_over(field) and not self._final(field)

    def news(self, field: Field, due: Sequence[Seats]) -> Sequence[NewEvent]:
        """The beginning of the final group."""
        return (NewEvent(TournamentEvent.PAIRED, NO_KEY),) if field.pairings else ()

    def _final(self, field: Field) -> tuple[Seats, ...]:
        drawn = {each.division for each in field.entrants if each.division is not None}
        wanted = field.tournament.rules.final_group and len(drawn) > 1
        open_or_drawn = any(
            each.is_open or each.seats.division not in drawn for each in field.pairings
        )
        if not wanted or open_or_drawn:
            return ()
        winners = _winners(field, super().tables(field))
        after = max(each.seats.round for each in field.pairings)
        games = _games(field.tournament.rules, [winners])
        return tuple(
            replace(seats, round=seats.round + after)
            for seats in meetings(winners, max(drawn) + 1, games)
        )

    def tables(self, field: Field) -> tuple[Table, ...]:
        """One table for each group, the final group first."""
        drawn = {each.division for each in field.entrants}
        return tuple(sorted(super().tables(field), key=lambda each: each.division in drawn))

    def named(self, field: Field, division: int) -> Text | None:
        """The name of a group; the final group always has one."""
        drawn = {each.division for each in field.entrants}
        return super().named(field, division) if division in drawn else FINAL


FINAL = Text("Final group", "tournament")


class League(EverybodyMeets):
    """Divisions, between which players move up and down from season to season."""

    rules = Rules(least=4, most=240)
    next_season_after = timedelta(days=7)
    one_per_game = True

    def start_list(
        self, field: Field, seeded: Sequence[PlayerId], before: Field | None
    ) -> list[PlayerId]:
        """By rating in the first season; then as the season before ended, newcomers last."""
        if before is None:
            return list(seeded)
        carried = {each.player_id for each in field.entrants if each.carried}
        following = next_list(
            [final_order(before, table) for table in super().tables(before)],
            {each.player_id: (each.number or 1) - 1 for each in before.entrants if each.sits_out},
            [each.player_id for each in before.entrants if each.player_id not in carried],
            [each for each in seeded if each not in carried],
        )
        return list(map(PlayerId, following))

    def grouped(self, players: Sequence[PlayerId], rules: Rules) -> list[list[PlayerId]]:
        """The list divided into divisions, the top first."""
        return [list(map(PlayerId, each)) for each in divisions(players, rules.size)]

    def takes(self, field: Field) -> bool:
        """Whether people can enter; once it has begun, they play from the next season on."""
        return field.tournament.is_open or field.tournament.has_begun

    def check_sitting_out(self, field: Field, entrant: Entrant, before: Field | None) -> None:
        """Raise unless the season has not begun, and the entrant played in the last one."""
        if not entrant.carried:
            raise errors.NoSittingOut
        if not field.tournament.is_open:
            raise errors.HasBegun(field.tournament)
        earlier = before and before.by_id.get(entrant.player_id)
        if not entrant.sits_out and earlier and earlier.sits_out:
            raise errors.SatOutBefore

    def tables(self, field: Field) -> tuple[Table, ...]:
        """One table for each division, with who would go up and down now."""
        found = super().tables(field)
        return tuple(
            replace(table, rows=tuple(_rows_with_moves(field, found, place)))
            for place, table in enumerate(found)
        )

    def named(self, field: Field, division: int) -> Text | None:
        """The name of a division; it has one even if it is the only one."""
        return Text("Division {number}", "tournament", number=division + 1)


def meetings(members: Sequence[PlayerId], division: int, games: int) -> Iterator[Seats]:
    """The games of everybody against everybody; a second game exchanges the sides."""
    for number, meeting in enumerate(berger(len(members)), start=1):
        for board, (one, other) in enumerate(meeting, start=1):
            pair = (members[one - 1], members[other - 1])
            for game in range(1, games + 1):
                first, second = pair if game % 2 else reversed(pair)
                yield Seats(number, division, board, game, first, second)


def final_order(field: Field, table: Table) -> list[PlayerId]:
    """The players of a division in order of their places, for going up and down.

    A shared place is decided by the start number: last season's place, or the rating. Players who
    were withdrawn for not playing come last.
    """

    def order(row: Row) -> tuple[bool, bool, int, int]:
        late = field.by_id[row.player_id].withdrawn is TournamentEvent.TIMED_OUT
        return late, row.standing is None, row.standing.place if row.standing else 0, row.number

    return [row.player_id for row in sorted(table.rows, key=order)]


def _rows_with_moves(field: Field, tables: Sequence[Table], place: int) -> Iterator[Row]:
    order, sizes = final_order(field, tables[place]), [len(each.rows) for each in tables]
    up = exchanged(sizes[place - 1], sizes[place]) if place else 0
    down = exchanged(sizes[place], sizes[place + 1]) if place + 1 < len(sizes) else 0
    rising, falling = order[:up], order[len(order) - down :]
    for row in tables[place].rows:
        move = (row.player_id in rising) - (row.player_id in falling)
        yield replace(row, move=move)


def _games(rules: Rules, members: Iterable[Sequence[PlayerId]]) -> int:
    return rules.games or (2 if max(map(len, members), default=0) <= TWICE_UP_TO else 1)


def _winners(field: Field, tables: Sequence[Table]) -> list[PlayerId]:
    """The best player of each group who is still in, by start number.

    If there are too many groups, those with the most points per game that counts.
    """
    first: list[tuple[float, Row]] = []
    for table in tables:
        still = [row for row in table.rows if row.standing and field.by_id[row.player_id].is_in]
        for row in still[:1]:
            games = [each for each in field.within[table.division] if not each.score.struck]
            played = sum(row.player_id in each.players for each in games)
            first.append((row.points / max(1, played), row))
    best = sorted(first, key=lambda each: (-each[0], each[1].number))[:ONE_GROUP_UP_TO]
    return [row.player_id for _, row in sorted(best, key=lambda each: each[1].number)]


def _histories(
    field: Field, within: Iterable[Pairing], counted: Sequence[PlayerId]
) -> dict[int, list[Line]]:
    lines: dict[int, list[Line]] = {field.numbers[each]: [] for each in counted}
    for pairing in within:
        if pairing.score.struck or (pairing.is_open and not pairing.is_running):
            continue
        for player_id in pairing.players:
            met = pairing.score.outcome in (PairingOutcome.PLAYED, PairingOutcome.HALVED)
            line = line_of(field, pairing, player_id, met=met)
            lines[field.numbers[player_id]].append(line)
    return lines
