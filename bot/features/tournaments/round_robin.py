"""The formats in which everybody meets everybody: round robins, and leagues of many seasons.

Source of the rounds: Berger's tables, FIDE Handbook C.05, annex 1.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from bot.features.tournaments import errors
from bot.features.tournaments.format import Format, PairingContext, table_of
from bot.features.tournaments.standings import Histories, Line, standings_of
from bot.features.tournaments.storage import NewEvent
from bot.features.tournaments.swiss import histories, line_of
from bot.features.tournaments.values import Entrant, Field, Row, Rules, Seats, Table
from data.ids import PlayerId
from data.states import PairingOutcome, TournamentEvent
from rules.texts import Text

TWICE_UP_TO = 6
"""In groups of up to so many everybody meets twice, unless the rules say otherwise."""
ONE_GROUP_UP_TO = 10
"""A round robin of up to so many players is one group."""
LEAST = 3
"""The smallest group, if there are so many players."""
SMALL = 5
"""Up to this size of a division, one player goes up and one down; else two and two."""


class EverybodyMeets(Format):
    """Groups in which everybody meets everybody, by Berger's tables."""

    def due(self, field: Field, context: PairingContext) -> tuple[Seats, ...]:
        """All meetings of all groups, made once."""
        if field.pairings:
            return ()
        groups = {division: field.members(division) for division in sorted(_drawn(field))}
        return _meetings(groups, field.tournament.rules)

    def rescored(self, field: Field) -> Field:
        """The results of players who left before half of their games are struck."""
        found, out = super().rescored(field), uncounted(field)
        pairings = (
            replace(each, score=replace(each.score, struck=True))
            if any((who, each.seats.division) in out for who in each.players)
            else each
            for each in found.pairings
        )
        return replace(found, pairings=tuple(pairings))

    def tables(self, field: Field) -> tuple[Table, ...]:
        """One table for each group."""
        found, out, numbers = [], uncounted(field), field.numbers
        for division, within in sorted(field.within.items()):
            members = field.members(division)
            lines: dict[int, list[Line]] = {
                numbers[each]: [] for each in members if (each, division) not in out
            }
            for each in within:
                if each.score.struck or (each.is_open and not each.is_running):
                    continue
                met = each.score.outcome in (PairingOutcome.PLAYED, PairingOutcome.HALVED)
                for who in each.players:
                    lines[numbers[who]].append(line_of(field, each, who, met=met))
            placed = [(field.by_number[each.number], each) for each in standings_of(lines)]
            standings = [*placed, *((each, None) for each in members if numbers[each] not in lines)]
            found.append(table_of(field, standings, within, division, self.named(field, division)))
        return tuple(found)

    def named(self, field: Field, division: int) -> Text | None:
        """The name of a group; None if there is only one."""
        if len(field.within) == 1:
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
        return histories(field) if len(field.within) == len(games) == 1 else None

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
        return (NewEvent(TournamentEvent.PAIRED),) if field.pairings else ()

    def _final(self, field: Field) -> tuple[Seats, ...]:
        drawn = _drawn(field)
        wanted = field.tournament.rules.final_group and len(drawn) > 1
        if not wanted or field.within.keys() - drawn or not super().is_over(field):
            return ()
        winners = _winners(field, super().tables(field))
        after = max(each.seats.round for each in field.pairings)
        return _meetings({max(drawn) + 1: winners}, field.tournament.rules, after)

    def tables(self, field: Field) -> tuple[Table, ...]:
        """One table for each group, the final group first."""
        drawn = _drawn(field)
        return tuple(sorted(super().tables(field), key=lambda each: each.division in drawn))

    def named(self, field: Field, division: int) -> Text | None:
        """The name of a group; the final group always has one."""
        if division not in _drawn(field):
            return Text("Final group", "tournament")
        return super().named(field, division)


class League(EverybodyMeets):
    """Divisions, between which players move up and down from season to season."""

    rules = Rules(least=4, most=240)
    in_seasons = True

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
        return [PlayerId(each) for each in following]

    def grouped(self, players: Sequence[PlayerId], rules: Rules) -> list[list[PlayerId]]:
        """The list divided into divisions, the top first."""
        rest = iter(players)
        return [list(islice(rest, size)) for size in sizes(len(players), rules.size)]

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
        tables = super().tables(field)
        orders = [final_order(field, each) for each in tables]
        moves = dict[PlayerId, int]()
        for higher, lower in pairwise(orders):
            number = exchanged(len(higher), len(lower))
            moves |= dict.fromkeys(higher[-number:], -1)
            moves |= dict.fromkeys(lower[:number], 1)
        return tuple(
            replace(each, rows=tuple(replace(r, move=moves.get(r.player_id, 0)) for r in each.rows))
            for each in tables
        )

    def named(self, field: Field, division: int) -> Text | None:
        """The name of a division; it has one even if it is the only one."""
        return Text("Division {number}", "tournament", number=division + 1)


def _drawn(field: Field) -> set[int]:
    """The groups into which players were divided at the start."""
    return {each.division for each in field.entrants if each.division is not None}


def _meetings(
    groups: Mapping[int, Sequence[PlayerId]], rules: Rules, after: int = 0
) -> tuple[Seats, ...]:
    """The games of everybody against everybody in each group, in rounds ``after`` one.

    A second game exchanges the sides.
    """
    largest = max(map(len, groups.values()), default=0)
    games = rules.games or (2 if largest <= TWICE_UP_TO else 1)
    found = []
    for division, members in groups.items():
        for number, meetings in enumerate(berger(len(members)), start=after + 1):
            for board, meeting in enumerate(meetings, start=1):
                one, other = (members[each - 1] for each in meeting)
                for game in range(1, games + 1):
                    two = (one, other) if game % 2 else (other, one)
                    found.append(Seats(number, division, board, game, *two))
    return tuple(found)


def final_order(field: Field, table: Table) -> list[PlayerId]:
    """The players of a division in order of their places, for going up and down.

    A shared place is decided by the start number: last season's place, or the rating. Players who
    were withdrawn for not playing come last.
    """

    def order(row: Row) -> tuple[bool, bool, int, int]:
        late = field.by_id[row.player_id].withdrawn is TournamentEvent.TIMED_OUT
        return late, row.standing is None, row.standing.place if row.standing else 0, row.number

    return [row.player_id for row in sorted(table.rows, key=order)]


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


def uncounted(field: Field) -> frozenset[tuple[PlayerId, int]]:
    """Players, each with a group in which they played fewer than half of their games and withdrew.

    A game counts as played if both have moved in it and something else than the player's own
    withdrawal ended it. A win against somebody who never moved is not played.
    """
    games, played = Counter[tuple[PlayerId, int]](), Counter[tuple[PlayerId, int]]()
    for pairing in field.pairings:
        for player_id in pairing.players:
            if not field.by_id[player_id].is_in:
                games[player_id, pairing.seats.division] += 1
                end = pairing.end
                ended = end is not None and bool(end.result.ranking) and end.gone != player_id
                played[player_id, pairing.seats.division] += ended and pairing.both_moved
    return frozenset(each for each in games if 2 * played[each] < games[each])


def would_count(field: Field, player_id: PlayerId) -> bool:
    """Whether a player's results in every group would still count if they withdrew now."""
    entrants = tuple(
        replace(each, withdrawn=TournamentEvent.WITHDREW) if each.player_id == player_id else each
        for each in field.entrants
    )
    return all(who != player_id for who, _ in uncounted(replace(field, entrants=entrants)))


def berger(players: int) -> list[list[tuple[int, int]]]:
    """The rounds for a number of players, at least two: who meets whom, the first mover first.

    With an odd number one player is left out in each round. Each player moves first as often as
    second, give or take one. In a round two players meet whose numbers have the same sum, modulo
    the size of the circle, which is everybody but the last one of an even number. That one meets
    the player who is left alone in the circle.
    """
    even = players + players % 2
    circle, rounds = even - 1, []
    for number in range(1, even):
        alone = next(one for one in range(1, even) if (2 * one - number - 1) % circle == 0)
        meetings = [(alone, even) if alone <= even // 2 else (even, alone)]
        for step in range(1, even // 2):
            one, other = (alone - 1 + step) % circle + 1, (alone - 1 - step) % circle + 1
            low, high = sorted((one, other))
            meetings.append((low, high) if (low + high) % 2 else (high, low))
        rounds.append([meeting for meeting in meetings if max(meeting) <= players])
    return rounds


def sizes(players: int, most: int) -> list[int]:
    """The sizes of groups of at most ``most``: as even as possible, the larger ones last.

    If one would have fewer than LEAST, there is one group less: 5 are not divided into 2 and 3.
    """
    number = -(-players // most)
    if number > 1 and players // number < LEAST:
        number -= 1
    size, larger = divmod(players, number)
    return [size] * (number - larger) + [size + 1] * larger


def groups(players: int, most: int) -> list[list[int]]:
    """The start numbers of each group, dealt out in snake order: 1, 2, 3 and back 4, 5, 6."""
    number = len(sizes(players, most))
    dealt: list[list[int]] = [[] for _ in range(number)]
    order: Sequence[int] = [*range(number), *reversed(range(number))]
    for player in range(1, players + 1):
        dealt[order[(player - 1) % (2 * number)]].append(player)
    return dealt


def exchanged(above: int, below: int) -> int:
    """How many players go up, and as many down, between two divisions of these sizes."""
    return 1 if min(above, below) <= SMALL else 2


def next_list(
    ended: Sequence[Sequence[int]],
    sat_out: Mapping[int, int],
    gone: Collection[int],
    joined: Sequence[int],
) -> list[int]:
    """All players of a league after a season, the top first.

    ``ended`` is the final order of each division. Players who sat out keep the place, from 0, that
    ``sat_out`` gives. ``gone`` players are dropped; those who ``joined`` come last, the strongest
    first.
    """
    divisions = [list(division) for division in ended]
    for above, (higher, lower) in enumerate(pairwise(ended)):
        number = exchanged(len(higher), len(lower))
        divisions[above][-number:] = lower[:number]
        divisions[above + 1][:number] = higher[-number:]
    after = [player for division in divisions for player in division]
    for player, place in sorted(sat_out.items(), key=lambda each: each[1]):
        after.insert(place, player)
    return [player for player in after if player not in gone] + list(joined)
