"""What each format says of itself: how it is played, its lines, its picture, how places come."""

import abc
from collections.abc import Mapping, Sequence

from bot.chat.common.ladders import ordinal
from bot.chat.common.text import counted, mention
from bot.chat.tournaments import pictures
from bot.services.pairing import Criterion
from bot.services.tournaments import (
    Bracket,
    Field,
    Row,
    Rules,
    Table,
    Tie,
    Tournament,
    TournamentView,
    Unknown,
    faced,
    latest_round,
)
from data.ids import PlayerId
from data.states import TournamentKind, TournamentState
from renderer.charts import Chart
from rules.texts import Counted, Text, lines, sentences


class Words(abc.ABC):
    """How people read of one format. What a format leaves out is as here."""

    offer: Text | str
    """How it is offered to whoever makes one."""
    group: str | None = None
    """What its groups are, as one chooses their size; None where that is nothing to choose."""
    in_seasons: bool = False
    settings: frozenset[str] = frozenset()
    """What else one chooses, by the panel's names."""
    by_rounds: bool = False
    """Whether each round is paired by how those before it ended, and people are kept apart."""
    late: Text = Text("You are in {name} from the next season on.")
    """What somebody is told who enters once it has begun."""
    leaving: Text = Text("Your results stand.")
    """What becomes of the results of somebody who withdraws."""

    @abc.abstractmethod
    def how(self, rules: Rules) -> str:
        """How it is played, in a sentence or two."""

    @abc.abstractmethod
    def places(self) -> Sequence[str]:
        """How places are decided, a line each."""

    @abc.abstractmethod
    def worked_out(self, view: TournamentView, table: Table, mine: Row) -> Sequence[str]:
        """The reader's place, in their own numbers."""

    @abc.abstractmethod
    def picture(
        self,
        field: Field,
        table: Table,
        names: Mapping[PlayerId, Text | str],
        reader_id: PlayerId | None = None,
    ) -> Chart | None:
        """A table as a picture; None where it has none."""

    @abc.abstractmethod
    def below(self, field: Field, table: Table) -> str:
        """What is left, by what places are decided, and what comes then."""

    def rows(self, field: Field, rows: Sequence[Row]) -> Sequence[str]:  # noqa: ARG002 - for all
        """Lines of a table: place, player, points, and what still runs."""
        return [self._row(each) for each in rows]

    def _row(self, row: Row) -> str:
        if row.standing is None:
            return f"-# ~~{mention(row.player_id)}~~ does not count"
        arrow = {1: " ▲", -1: " ▼"}.get(row.move, "")
        running = f" · {row.running} running" if row.running else ""
        return f"{place(row)}. {mention(row.player_id)} {points(row.points)}{arrow}{running}"


def place(row: Row) -> str:
    """A place, and that it is shared."""
    if row.standing is None:
        return "-"
    return f"{row.standing.place}{'=' if row.standing.shared else ''}"


def points(half: int) -> str:
    """Half points as people write them: ``5.5``."""
    return f"{half / 2:g}"


GAMES = {0: "Two games each in groups of up to 6, else one.", 1: "One game each.", 2: "Two games."}


class EverybodyMeets(Words):
    """Everybody plays everybody."""

    leaving = Text(
        "If fewer than half of your games are finished, none of them counts for anybody."
    )

    def places(self) -> Sequence[str]:
        """Points, Sonneborn-Berger, direct encounter, wins."""
        return (
            "1. **Points**: 1 for a win, half for a draw, 0 for a loss.",
            "2. **Sonneborn-Berger**: the points of whom you beat, and half of those you drew "
            "with.",
            "3. **Direct encounter**: the points among all who are level, if all of them have met.",
            "4. **Wins**. Who is level after that shares the place.",
            "-# Who leaves before half of their games are finished counts for nobody. Later, their "
            "results stand, and the others win what is left.",
        )

    def worked_out(self, view: TournamentView, table: Table, mine: Row) -> Sequence[str]:
        """Whose points the reader has, for Sonneborn-Berger."""
        assert mine.standing is not None
        scores, by_id = mine.standing.scores, {each.player_id: each for each in table.rows}
        parts = []
        for each in view.field.of(view.reader_id):
            other = each.other(view.reader_id)
            if each.seats.division != table.division or each.worth.struck or each.is_open:
                continue
            if each.points(view.reader_id):
                share = "" if each.points(view.reader_id) == 2 else "half of "
                parts.append(f"{share}{points(by_id[other].points)} ({mention(other)})")
        quarter = scores[Criterion.SONNEBORN_BERGER] / 4
        return (
            f"**You are {_reached(mine)}** of {len(table.rows)}, with {points(mine.points)} "
            "points.",
            f"Sonneborn-Berger: {' + '.join(parts) or 'nothing yet'} = {quarter:g}. "
            f"Wins: {scores[Criterion.WINS]}.",
        )

    def picture(
        self,
        field: Field,
        table: Table,
        names: Mapping[PlayerId, Text | str],
        reader_id: PlayerId | None = None,
    ) -> Chart | None:
        """The crosstable, where it is small enough."""
        return pictures.crosstable(field, table, names, reader_id)

    def below(self, field: Field, table: Table) -> str:  # noqa: ARG002 - for all
        """What is left, and the order."""
        left = counted(table.left, "game")
        return f"-# {left} left · points, Sonneborn-Berger, direct encounter, wins"


class RoundRobin(EverybodyMeets):
    """One group, or several and a final."""

    offer = "Round robin: everybody plays everybody"
    group = "group, where there are more than 10"
    settings = frozenset({"at_once", "final"})

    def how(self, rules: Rules) -> str:
        """Groups, and whether there is a final."""
        final = "; their winners meet in a final group" if rules.final_group else ""
        return (
            f"Everybody plays everybody. More than 10 are cut into groups of up to {rules.size}"
            f"{final}. {GAMES[rules.games]}"
        )


class League(EverybodyMeets):
    """Divisions, season after season."""

    offer = "League: divisions, up and down, season after season"
    group = "division"
    in_seasons = True

    def how(self, rules: Rules) -> str:
        """Divisions, up and down."""
        return (
            f"Divisions of up to {rules.size}: everybody plays everybody, then the best go up and "
            f"the last go down. {GAMES[rules.games]}"
        )

    def places(self) -> Sequence[str]:
        """The same, and what decides about going up and down."""
        return (
            *super().places(),
            "-# Only going up and down needs an order: there the place of the season before "
            "decides, then the rating at the start.",
        )

    def below(self, field: Field, table: Table) -> str:
        """The same, and when the next season begins."""
        told, tournament = super().below(field, table), field.tournament
        if tournament.state is not TournamentState.CANCELLED:
            told += f"\n-# Season {tournament.number + 1} begins 7 days after the last game. "
            told += "Who joined for good stays in."
        return told


class Knockout(Words):
    """Ties, of which the winner goes on."""

    offer = "Knockout: who loses is out"
    settings = frozenset({"third"})

    def how(self, rules: Rules) -> str:
        """Ties, and the third place."""
        third = {
            None: "From 8 players on there is a game for third place.",
            True: "There is a game for third place.",
            False: "The third place is shared.",
        }
        return (
            "Two games, each moves first in one; the winner goes on. At one each there are two "
            f"more, then a decider. {third[rules.third_place]}"
        )

    def places(self) -> Sequence[str]:
        """How a tie is decided, and what becomes of leavers and rulings."""
        return (
            "Who wins a tie goes on; the losers of one round share the place.",
            "1. A tie has **two games**; each moves first in one.",
            "2. At 1-1 there are **two more**.",
            "3. At 2-2 there is a **decider**. The lot says who moves first. If it is drawn, who "
            "moved second goes on.",
            "-# Who leaves lets the other go on. If both leave, the next opponent has a bye.",
            "-# After a ruling the right player is put in, until both have moved in a game of the "
            "next tie. Then the bracket stands.",
        )

    def worked_out(self, view: TournamentView, table: Table, mine: Row) -> Sequence[str]:
        """The reader's ties."""
        found, me = Bracket(view.field), view.reader_id
        told = (
            [f"**You are {_reached(mine)}** of {len(table.rows)}."] if _is_out(view, mine) else []
        )
        mine_of = [tie for tie in found.ties.values() if me in tie.slots and len(tie.players) == 2]
        return told + [f"{pictures.stage(found, tie)}: {_score(tie, me)}." for tie in mine_of]

    def picture(
        self,
        field: Field,
        table: Table,  # noqa: ARG002 - for all
        names: Mapping[PlayerId, Text | str],
        reader_id: PlayerId | None = None,
    ) -> Chart | None:
        """The bracket, its last four rounds."""
        return pictures.bracket(field, names, reader_id)

    def below(self, field: Field, table: Table) -> str:  # noqa: ARG002 - for all
        """What is left, and how many are in."""
        return f"-# {counted(table.left, 'game')} left that are paired · the bracket decides"

    def rows(self, field: Field, rows: Sequence[Row]) -> Sequence[str]:
        """Who is still in, and in which round the others went out."""
        found = Bracket(field)
        return [_bracket_row(found, each) for each in rows]


def _bracket_row(found: Bracket, row: Row) -> str:
    who, tie = row.player_id, found.last_of(row.player_id)
    running = f" · {row.running} running" if row.running else ""
    if tie is None or tie.winner == who:
        return f"{place(row)}. {mention(who)}"
    stage = pictures.stage(found, tie).lower()
    if tie.winner is not Unknown.YET:
        return f"{place(row)}. {mention(who)} · out in the {stage}{running}"
    if len(tie.players) == 2:
        return f"{mention(who)} · {stage}: {_score(tie, who)}{running}"
    return f"{mention(who)} · waits in the {stage}"


def _score(tie: Tie, who: PlayerId) -> str:
    other = next(each for each in tie.players if each != who)
    return f"{points(tie.points(who))}-{points(tie.points(other))} against {mention(other)}"


def _reached(row: Row) -> str:
    assert row.standing is not None
    return ordinal(row.standing.place) + (", shared" if row.standing.shared else "")


def _is_out(view: TournamentView, row: Row) -> bool:
    last = Bracket(view.field).last_of(row.player_id)
    return last is not None and last.winner is not Unknown.YET


class Swiss(Words):
    """So many rounds, in which those meet who are level."""

    offer = Text("Swiss: a few rounds for many; those meet who are level")
    settings = frozenset({"rounds", "round_days"})
    by_rounds = True
    late = Text(
        "You are in {name} from the next round on. For the one that you missed you get half a "
        "point."
    )

    def how(self, rules: Rules) -> str:
        """How many rounds, and who meets whom."""
        told = Text("As many rounds as suit the players, 3 to 9. One game in each.")
        if rules.rounds:
            told = Counted("{number} round.", "{number} rounds, one game in each.", rules.rounds)
        last = None
        if rules.round_days:
            last = Counted(
                "The next one is paired after a day at the latest.",
                "The next one is paired after {number} days at the latest.",
                rules.round_days,
            )
        meets = Text("Those meet who have as many points; nobody meets twice.")
        return str(sentences(meets, told, last))

    def places(self) -> Sequence[str]:
        """The order, and what counts of rounds that were not played."""
        return [
            str(each)
            for each in (
                Text("1. **Points**: 1 for a win or a bye, half for a draw, 0 for a loss."),
                Text(
                    "2. **Buchholz cut 1**: the points of all your opponents, but for the lowest."
                ),
                Text(
                    "3. **Direct encounter**: the points among all who are level, if all of them "
                    "have met."
                ),
                Text("4. **Wins**, also without play."),
                Text(
                    "5. **Sonneborn-Berger**: the points of whom you beat, and half of those you "
                    "drew with. Who is level after that shares the place."
                ),
                Text(
                    "-# A round that you did not play counts as one against somebody with your "
                    "own points. Sitting out is half a point once, and not in the last round."
                ),
            )
        ]

    def worked_out(self, view: TournamentView, table: Table, mine: Row) -> Sequence[str]:
        """Whose points the reader has, for Buchholz."""
        assert mine.standing is not None
        scores, met = mine.standing.scores, faced(view.field, view.reader_id)
        parts = [
            points(half) if who is None else f"{points(half)} ({mention(who)})" for who, half in met
        ]
        sums = {
            "buchholz": points(scores[Criterion.BUCHHOLZ]),
            "lowest": points(scores[Criterion.BUCHHOLZ] - scores[Criterion.CUT_ONE]),
            "cut": points(scores[Criterion.CUT_ONE]),
        }
        return [
            f"**You are {_reached(mine)}** of {len(table.rows)}, with {points(mine.points)} "
            "points.",
            str(
                Text(
                    "Buchholz: {parts} = {buchholz}; without the lowest, {lowest}, it is {cut}.",
                    parts=" + ".join(parts),
                    **sums,
                )
            ),
            str(
                Text(
                    "Wins: {wins}. Sonneborn-Berger: {berger}.",
                    wins=scores[Criterion.WINS],
                    berger=f"{scores[Criterion.SONNEBORN_BERGER] / 4:g}",
                )
            ),
        ]

    def picture(
        self,
        field: Field,
        table: Table,
        names: Mapping[PlayerId, Text | str],
        reader_id: PlayerId | None = None,
    ) -> Chart | None:
        """The table, a page of it."""
        return pictures.swiss_table(field, table, names, reader_id)

    def below(self, field: Field, table: Table) -> str:
        """Which round it is, what is left, and when the next one is paired."""
        tournament, number = field.tournament, latest_round(field)
        told = Text(
            "-# Round {number} of {rounds} · {left} left · points, Buchholz cut 1, direct "
            "encounter, wins, Sonneborn-Berger",
            number=number,
            rounds=tournament.rules.rounds,
            left=counted(table.left, "game"),
        )
        closes_at = tournament.closes_at
        if closes_at is None or not tournament.has_begun or number == tournament.rules.rounds:
            return str(told)
        when = f"<t:{int(closes_at.timestamp())}:f>"
        return str(
            lines(told, Text("-# The next round is paired {when} at the latest.", when=when))
        )


FORMATS: Mapping[TournamentKind, Words] = {
    TournamentKind.LEAGUE: League(),
    TournamentKind.ROUND_ROBIN: RoundRobin(),
    TournamentKind.KNOCKOUT: Knockout(),
    TournamentKind.SWISS: Swiss(),
}


def words_of(tournament: Tournament) -> Words:
    """How people read of it."""
    return FORMATS[tournament.kind]
