"""The sentences of each format: how it is played, its table, how places are decided."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from bot.features.tournaments import table_pages
from bot.features.tournaments.formats import Setup
from bot.features.tournaments.knockout import Bracket, Tie, Unknown
from bot.features.tournaments.round_robin import TWICE_UP_TO, would_count
from bot.features.tournaments.standings import Criterion, as_points
from bot.features.tournaments.swiss import faced
from bot.features.tournaments.table_pages import place
from bot.features.tournaments.values import Field, Row, Rules, Table, Tournament, TournamentView
from bot.screen import words as common
from bot.screen.words import mention, moment
from data.ids import PlayerId
from data.states import TournamentEvent, TournamentKind, TournamentState
from renderer.charts import Chart
from rules.texts import Counted, Plain, Text, Words, lines, sentences

GONE = {
    TournamentEvent.WITHDREW: (Text("withdrew", "player"), Text("You withdrew.")),
    TournamentEvent.TIMED_OUT: (
        Text("withdrawn: two games lost on time", "player"),
        Text("You were withdrawn: two games lost on time in a row."),
    ),
    TournamentEvent.EXPELLED: (
        Text("withdrawn by the organiser", "player"),
        Text("The organiser withdrew you."),
    ),
}
"""How a player went out: in a table, and on their own page."""


def _gone(field: Field, row: Row) -> list[Text]:
    how = field.by_id[row.player_id].withdrawn
    return [GONE[how][0]] if how in GONE else []


def _row(field: Field, row: Row) -> Text:
    """A line of a table: place, player, points, running games, and how the player went out."""
    gone = _gone(field, row)
    if row.standing is None:
        told = Text("-# ~~{player}~~ does not count", player=mention(row.player_id))
        return common.row([told, *gone, Text("fewer than half of the games played")])
    told = Plain(
        "**{place}** {player} {points}{arrow}",
        place=place(row),
        player=mention(row.player_id),
        points=as_points(row.points),
        arrow={1: " ▲", -1: " ▼"}.get(row.move, ""),
    )
    return common.row([told, *_running(row), *gone])


def _rows(field: Field, rows: Sequence[Row]) -> Sequence[Text]:
    return [_row(field, each) for each in rows]


ROWS_ON_PAGE = 16


def _pages(_: Field, table: Table) -> Sequence[Table]:
    return [
        replace(table, rows=table.rows[at : at + ROWS_ON_PAGE])
        for at in range(0, max(len(table.rows), 1), ROWS_ON_PAGE)
    ]


NEXT_SEASON = Text("You are in {name} from the next season on.")
RESULTS_STAND = Text("The results so far stand.")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatWords:
    """The sentences of one format.

    ``offer``: its name and description for organisers. ``sizes``: the labels of group sizes, None
    if there are none to choose. ``settings``: the panel's controls that apply besides. ``how``: how
    it is played. ``places``: how places are decided. ``worked_out``: how the reader's place was
    worked out. ``below``: what stands below a table. ``rows``, ``pages``: the lines of a table, and
    a long table as several. ``went_out``: where a bracket ended for a player. ``late``: the
    answer to late entrants. ``leaving``: what becomes of the results of a player who withdraws now.
    """

    offer: tuple[Text, Text]
    how: Callable[[Rules], Text]
    places: Text
    worked_out: Callable[[TournamentView, Table, Row], Text]
    picture: Callable[[Field, Table, Mapping[PlayerId, Words], PlayerId | None], Chart | None]
    below: Callable[[Field, Table], Text | None]
    rows: Callable[[Field, Sequence[Row]], Sequence[Text]] = _rows
    pages: Callable[[Field, Table], Sequence[Table]] = _pages
    sizes: tuple[Text, Words] | None = None
    settings: frozenset[str] = frozenset()
    went_out: Callable[[Field, PlayerId], Text | None] = lambda _field, _who: None
    late: Text = NEXT_SEASON
    leaving: Callable[[Field, PlayerId], Text] = lambda _field, _who: RESULTS_STAND


def _running(row: Row) -> list[Text]:
    return [Counted("{number} running", "", row.running)] if row.running else []


def _reached(mine: Row, table: Table) -> Text:
    assert mine.standing is not None
    told = Text("**You are in place {place} of {players}.**")
    if mine.standing.shared:
        told = Text("**You share place {place} of {players}.**")
    return told.of(place=mine.standing.place, players=len(table.rows))


def _scored(mine: Row, table: Table, against: Text, by: Criterion) -> Text:
    """The reader's place and points, and the comparison with the nearest on equal points."""
    told = Text("Points: {points}.", points=as_points(mine.points))
    level = [
        (each, each.standing.said(by))
        for each in table.rows
        if each.standing and each.points == mine.points
    ]
    at = next(number for number, (row, _) in enumerate(level) if row is mine)
    own = level[at][1]
    around = (*reversed(level[:at]), *level[at + 1 :])
    nearest = (
        against.of(player=mention(row.player_id), theirs=score, yours=own)
        for row, score in around
        if score != own
    )
    return sentences(_reached(mine, table), told, next(nearest, None))


BY_BERGER = Text(
    "Equal on points with {player}, who has {theirs} by Sonneborn-Berger; you have {yours}."
)
BY_BUCHHOLZ = Text(
    "Equal on points with {player}, who has {theirs} by Buchholz cut 1; you have {yours}."
)


def _share(text: str, who: PlayerId) -> Text:
    return Plain("{text} ({player})", text=text, player=mention(who))


def _sum(shares: Sequence[Words], total: str) -> Words:
    """``1 (Ada) + 0.5 (Ben) = 1.5``."""
    if not shares:
        return total
    first, *others = shares
    added = reduce(lambda one, two: Plain("{one} + {two}", one=one, two=two), others, first)
    return Plain("{added} = {total}", added=added, total=total)


GAMES = {
    0: Text("In groups of up to 6 all play each other twice, in larger ones once."),
    1: Text("One game against each opponent."),
    2: Text("Two games against each opponent."),
}
DIRECT = Text(
    "3. **Direct encounter**: points from the games of tied players, if all of them have met."
)
MEETING = lines(
    Text("1. **Points**: 1 for a win, half a point for a draw, 0 for a loss."),
    Text(
        "2. **Sonneborn-Berger**: the points of players you beat, and half the points of players "
        "you drew with."
    ),
    DIRECT,
    Text("4. **Wins**. Players who are still tied share the place."),
    Text(
        "-# If you leave before you have played half of your games, none of them counts. Games in "
        "which only one of you moved are not played."
    ),
    Text("-# If you leave later, your results stand, and your opponents win the other games."),
)


def _how_league(rules: Rules) -> Text:
    return sentences(
        Text("Everybody plays everybody, season after season. You can leave any time."),
        Text(
            "More than {size} players are divided: the best go up, the last go down.",
            size=rules.size,
        ),
        GAMES[rules.games or (2 if rules.size <= TWICE_UP_TO else 0)],
    )


def _berger(view: TournamentView, table: Table, mine: Row) -> Text:
    """The reader's Sonneborn-Berger as a sum."""
    assert mine.standing is not None
    by_id = {each.player_id: each for each in table.rows}
    shares = []
    for each in view.field.of(view.reader_id):
        other, won = each.other(view.reader_id), each.points(view.reader_id)
        counts = each.seats.division == table.division and not (each.score.struck or each.is_open)
        if counts and won:
            half = "" if won == 2 else "½ · "
            shares.append(_share(f"{half}{as_points(by_id[other].points)}", other))
    return lines(
        _scored(mine, table, BY_BERGER, Criterion.SONNEBORN_BERGER),
        Text(
            "Sonneborn-Berger: {sum}. Wins: {wins}.",
            sum=_sum(shares, mine.standing.said(Criterion.SONNEBORN_BERGER)),
            wins=mine.standing.said(Criterion.WINS),
        ),
    )


def _meetings_left(_: Field, table: Table) -> Text:
    return Counted(
        "-# {number} game left · points, Sonneborn-Berger, direct encounter, wins",
        "-# {number} games left · points, Sonneborn-Berger, direct encounter, wins",
        table.left,
    )


def _season_left(field: Field, table: Table) -> Text:
    left, tournament = _meetings_left(field, table), field.tournament
    if tournament.state is TournamentState.CANCELLED:
        return left
    coming = Text(
        "-# Season {season} begins 7 days after the last game. Players who joined for every "
        "season stay in.",
        season=tournament.number + 1,
    )
    return lines(left, coming)


def _pairs_left(_: Field, table: Table) -> Text | None:
    return (
        None
        if table.left == 0
        else Counted(
            "-# {number} paired game left · the bracket decides the places",
            "-# {number} paired games left · the bracket decides the places",
            table.left,
        )
    )


def _half(field: Field, who: PlayerId) -> Text:
    if would_count(field, who):
        return Text(
            "At least half of the games are played: the results stand, and the opponents win the "
            "others."
        )
    return Text("Fewer than half of the games are played: none of them counts.")


ROUND_ROBIN = FormatWords(
    offer=(Text("Round robin"), Text("Everybody plays everybody")),
    how=lambda rules: sentences(
        Text("Everybody plays everybody."),
        Text("More than 10 players are divided into groups of up to {size}.", size=rules.size),
        Text("The winners of the groups meet in a final group.") if rules.final_group else None,
        GAMES[rules.games],
    ),
    places=MEETING,
    worked_out=_berger,
    picture=table_pages.crosstable,
    below=_meetings_left,
    sizes=(Text("Up to {number} in a group"), Text("With more than 10 players")),
    settings=frozenset({"at_once", "final"}),
    leaving=_half,
)
LEAGUE = replace(
    ROUND_ROBIN,
    offer=(Text("League"), Text("Divisions, up and down, season after season")),
    how=_how_league,
    places=lines(
        MEETING,
        Text(
            "-# Ties for going up or down: last season's place decides, then the "
            "rating at the start."
        ),
    ),
    below=_season_left,
    sizes=(Text("Up to {number} in a division"), ""),
    settings=frozenset(),
)


_THIRD = {
    None: Text("From 8 players on there is a game for third place."),
    True: Text("There is a game for third place."),
    False: Text("The third place is shared."),
}


def _ties(view: TournamentView, table: Table, mine: Row) -> Text:
    found, me = Bracket(view.field), view.reader_id
    last = found.last_of(mine.player_id)
    is_out = last is not None and last.winner is not Unknown.YET
    mine_of = [tie for tie in found.ties.values() if me in tie.slots and len(tie.players) == 2]
    return lines(
        _reached(mine, table) if is_out else None, *(_score(found, tie, me) for tie in mine_of)
    )


def _score(found: Bracket, tie: Tie, who: PlayerId) -> Text:
    other = next(each for each in tie.players if each != who)
    return Text(
        "{stage}: {mine}-{theirs} against {player}",
        stage=table_pages.stage(found, tie),
        mine=as_points(tie.points(who)),
        theirs=as_points(tie.points(other)),
        player=mention(other),
    )


def _bracket_rows(field: Field, rows: Sequence[Row]) -> Sequence[Text]:
    """The lines of a knockout: who is still in, and in which round the others went out."""
    found = Bracket(field)
    running = {
        each.player_id: tie.players
        for each in rows
        if (tie := found.last_of(each.player_id)) is not None
        and tie.winner is Unknown.YET
        and len(tie.players) == 2
    }
    again = {players[1] for players in running.values() if {*players} <= running.keys()}
    return [_bracket_row(found, each) for each in rows if each.player_id not in again]


def _bracket_row(found: Bracket, row: Row) -> Text:
    who, tie = mention(row.player_id), found.last_of(row.player_id)
    gone = _gone(found.field, row)
    placed = Plain("**{place}** {player}", place=place(row), player=who)
    if tie is None or tie.winner == row.player_id:
        return common.row([placed, *gone])
    more = [*_running(row), *gone]
    stage = table_pages.stage(found, tie)
    if tie.winner is not Unknown.YET:
        return common.row([placed, Text("{stage}: out", stage=stage), *more])
    if len(tie.players) == 2:
        return common.row([who, _score(found, tie, row.player_id), *more])
    if gone:
        return common.row([who, stage, *gone])
    return common.row([who, Text("{stage}: waits for an opponent", stage=stage)])


KNOCKOUT = FormatWords(
    offer=(Text("Knockout"), Text("The loser is out")),
    how=lambda rules: sentences(
        Text("Two games against each opponent; each moves first in one. The winner advances."),
        Text("At 1-1 there are two more games, then a decider."),
        _THIRD[rules.third_place],
    ),
    places=lines(
        Text("The winner of a pairing advances. The losers of one round share the place."),
        Text("1. A pairing has **two games**. Each player moves first in one."),
        Text("2. At 1-1 there are **two more**."),
        Text("3. At 2-2 there is a **decider**. Who moves first in it is drawn by lot."),
        Text("If the decider is drawn, the player who moved second advances."),
        Text(
            "-# If a player leaves, the other advances. If both leave, their next "
            "opponent has a bye."
        ),
        Text(
            "-# A ruling can change who advances only until both have moved in a "
            "game of the next pairing. After that it counts for ratings alone. "
            "Once the tournament is over, it changes only the final and the game "
            "for third place."
        ),
    ),
    worked_out=_ties,
    picture=table_pages.bracket,
    below=_pairs_left,
    rows=_bracket_rows,
    settings=frozenset({"third"}),
    pages=table_pages.bracket_pages,
    went_out=table_pages.went_out,
    leaving=lambda _field, _who: Text("The opponent advances."),
)


def _how_swiss(rules: Rules) -> Text:
    told = Text("3 to 9 rounds, depending on the number of players. One game in each.")
    if rules.rounds:
        told = Counted("{number} round.", "{number} rounds, one game in each.", rules.rounds)
    last = None
    if rules.round_days:
        last = Counted(
            "The next one is paired after a day at the latest.",
            "The next one is paired after {number} days at the latest.",
            rules.round_days,
        )
    return sentences(
        Text("Players with equal points meet; nobody meets the same player twice."), told, last
    )


def _buchholz(view: TournamentView, table: Table, mine: Row) -> Text:
    """The reader's Buchholz as a sum."""
    assert mine.standing is not None
    scores, said = mine.standing.scores, mine.standing.said
    shares = [
        as_points(half) if who is None else _share(as_points(half), who)
        for who, half in faced(view.field, view.reader_id)
    ]
    return lines(
        _scored(mine, table, BY_BUCHHOLZ, Criterion.CUT_ONE),
        Text(
            "Buchholz: {sum}. Without the lowest, {lowest}, it is {cut}.",
            sum=_sum(shares, said(Criterion.BUCHHOLZ)),
            lowest=as_points(scores[Criterion.BUCHHOLZ] - scores[Criterion.CUT_ONE]),
            cut=said(Criterion.CUT_ONE),
        ),
        Text(
            "Wins: {wins}. Sonneborn-Berger: {berger}.",
            wins=said(Criterion.WINS),
            berger=said(Criterion.SONNEBORN_BERGER),
        ),
    )


def _rounds_left(field: Field, table: Table) -> Text:
    """The number of the round, the games left, and when the next round is paired."""
    tournament, number = field.tournament, field.latest_round
    told = common.row(
        [
            Text("-# Round {number} of {rounds}", number=number, rounds=tournament.rules.rounds),
            Counted("{number} game left", "{number} games left", table.left),
            Text("points, Buchholz cut 1, direct encounter, wins, Sonneborn-Berger"),
        ]
    )
    closes_at = tournament.closes_at
    if closes_at is None or not tournament.has_begun or number == tournament.rules.rounds:
        return told
    when = moment(closes_at)
    return lines(told, Text("-# The next round is paired {when} at the latest.", when=when))


SWISS = FormatWords(
    offer=(Text("Swiss", "tournament"), Text("A few rounds for many; equal points meet")),
    how=_how_swiss,
    places=lines(
        Text("1. **Points**: 1 for a win or a bye, half a point for a draw, 0 for a loss."),
        Text("2. **Buchholz cut 1**: the points of all your opponents except the lowest."),
        DIRECT,
        Text("4. **Wins**, also by forfeit."),
        Text(
            "5. **Sonneborn-Berger**: the points of players you beat, and half the points of "
            "players you drew with."
        ),
        Text("Players who are still tied share the place."),
        Text(
            "-# In tie-breaks, a round you did not play counts as one against a "
            "player with your own points. You can sit out once for half a point, "
            "but not in the last round."
        ),
    ),
    worked_out=_buchholz,
    picture=table_pages.swiss_table,
    below=_rounds_left,
    settings=frozenset({"rounds", "round_days"}),
    late=Text(
        "You are in {name} from the next round on. You get half a point for the round you missed."
    ),
)

WORDS: Mapping[TournamentKind, FormatWords] = {
    TournamentKind.LEAGUE: LEAGUE,
    TournamentKind.ROUND_ROBIN: ROUND_ROBIN,
    TournamentKind.KNOCKOUT: KNOCKOUT,
    TournamentKind.SWISS: SWISS,
}


def words_of(tournament: Tournament | Setup) -> FormatWords:
    return WORDS[tournament.kind]
