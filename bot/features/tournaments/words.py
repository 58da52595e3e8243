"""The sentences of tournaments: cards, tables, how places are decided, and answers."""

from collections.abc import Callable
from datetime import timedelta

from bot.core.absences import Absence
from bot.core.clocks import NoClock, parse_clock, say_clock, say_duration
from bot.core.matches import game_of
from bot.features.tournaments.errors import TournamentFull, TournamentRefusal
from bot.features.tournaments.format_words import GONE, words_of
from bot.features.tournaments.formats import FORMATS, Setup, format_of
from bot.features.tournaments.swiss import had_half, left_out
from bot.features.tournaments.values import (
    Field,
    Repeat,
    Table,
    Tournament,
    TournamentCard,
    TournamentNews,
    TournamentView,
    ratings_from_to,
)
from bot.screen.names import TITLE, harmless
from bot.screen.words import (
    FRIENDLY,
    RATED,
    day,
    filled,
    mention,
    moment,
    people,
    row,
    sentence,
    some_of,
)
from data.states import AbsenceReason, PairingOutcome, TournamentEvent, TournamentState
from rules.game import GameInfo
from rules.texts import Counted, Plain, Text, Words, in_a_row, labelled, lines, listed, sentences

JOIN, LEAVE = Text("Join", "button"), Text("Leave", "button")
EVERY_SEASON, EVERY_TIME = Text("Every season", "button"), Text("Every time", "button")
ONCE, THIS_ONE = Text("Just one season", "button"), Text("Just this one", "button")
SIT_OUT, PLAY_AGAIN = Text("Sit out", "button"), Text("Play after all", "button")
WITHDRAW, STAY = Text("Withdraw", "button"), Text("Keep playing", "button")
MY_PAGE = Text("My page", "button")
HISTORY, MANAGE = Text("History", "button"), Text("Manage", "button")
WHICH = Text("Which tournament?")
PLACES, BACK = Text("How places are decided", "button"), Text("Back", "button")
PREVIOUS, NEXT = Text("Previous", "button"), Text("Next", "button")
OLDER, NEWEST = Text("Older", "button"), Text("Newest", "button")
STAYED = Text("You keep playing.")
SHOWN_NAMES = 20
SHOWN_ROWS = 10
MONTH = timedelta(days=25)

NO_HISTORY = Text("Nothing else happened.")


def named(tournament: Tournament, shown: Callable[[Words, int], Words] = harmless) -> Words:
    """A tournament's name with its number or season; ``shown`` makes it safe for its place."""
    name, number = shown(tournament.name, TITLE), tournament.number
    if FORMATS[tournament.kind].in_seasons:
        return Text("{name} · season {number}", name=name, number=number)
    if tournament.rules.repeat is not Repeat.NEVER:
        return Plain("{name} · {number}", name=name, number=number)
    return name


@sentence.register
def _(error: TournamentRefusal) -> Words:
    """What the error says, with the tournament's name."""
    tournament = error.tournament
    title = harmless(tournament.name, TITLE)
    name, game = named(tournament), tournament.info.name
    return filled(error.says, error, title=title, name=name, game=game)


def how(tournament: Tournament | Setup) -> Text:
    rules, info, least = tournament.rules, tournament.info, tournament.rules.least
    blocked = sentences(
        Text("-# People are not paired if one has blocked the other."),
        Text("If your own blocks leave you nobody to meet, you get nothing for that round."),
    )
    clock, kind = say_clock(parse_clock(tournament.clock)), RATED if tournament.rated else FRIENDLY
    needed = Counted("At least {number} players.", "", max(least, 2 * rules.rounds))
    length = Text(
        "-# About {turns} moves each: a game takes {length} at most.",
        turns=info.turns,
        length=about(longest(tournament.clock, info)),
    )
    stands = Text("No undo, no pause. A vacation does not pause your clock here.")
    return lines(
        row([info.name, clock, kind]),
        sentences(words_of(tournament).how(rules), needed),
        sentences(length, stands),
        blocked if FORMATS[tournament.kind].by_rounds else None,
    )


def settings(tournament: Tournament) -> Text:
    return lines(how(tournament), limits(tournament), when(tournament))


def longest(clock: str, info: GameInfo) -> timedelta:
    """How long a game of usual length takes at most, by both clocks; zero without a clock."""
    parsed = parse_clock(clock)
    if isinstance(parsed, NoClock):
        return timedelta()
    return 2 * (parsed.start + parsed.increment * (info.turns - 1))


def about(length: timedelta) -> Text:
    days = max(1, round(length / timedelta(days=1)))
    if length >= MONTH:
        return Counted("about a month", "about {number} months", max(1, round(days / 30)))
    return Text("about {time}", time=say_duration(timedelta(days=days)))


def limits(tournament: Tournament | Setup) -> Text | None:
    """Who may enter; None for everybody."""
    rules = tournament.rules
    told: list[Text] = []
    if rules.by_invitation:
        told.append(Text("by invitation", "entry"))
    if rules.role_id is not None:
        told.append(Text("for {role}", "entry", role=f"<@&{rules.role_id}>"))
    if rules.rating_from is not None or rules.rating_to is not None:
        told.append(ratings_from_to(rules.rating_from, rules.rating_to))
    if rules.matches:
        first = Counted("{number} rated match first", "{number} rated matches first", rules.matches)
        told.append(first)
    return Text("-# Entry: {conditions}.", conditions=in_a_row(told)) if told else None


def when(tournament: Tournament) -> Text:
    if tournament.begins_at is None:
        return Text("It begins when the organiser starts it.")
    return Text("It begins {moment}.", moment=moment(tournament.begins_at))


def who(field: Field) -> Text:
    waiting = len(field.waiting)
    within = field.entrants[: len(field.entrants) - waiting]
    if not within:
        return Text("Nobody has joined yet.")
    resting = Text("{player} (sits out)")
    players = [(mention(each.player_id), each.sits_out) for each in within]
    names = some_of([resting.of(player=e) if out else e for e, out in players], SHOWN_NAMES)
    told = Counted("**Players: {number}.** {players}", "", len(within), players=names)
    waits = Counted("-# {number} on the waiting list.", "-# {number} on the waiting list.", waiting)
    return lines(told, waits) if waiting else told


def stands_still(absence: Absence, here: Text | None = None) -> Text:
    """Why it stands still; ``here`` is the label of the organiser's button that moves it."""
    where = f"<#{absence.channel_id}>"
    why = Text("I am not in this server")
    if absence.reason is AbsenceReason.GONE:
        why = Text("its channel was deleted")
    elif absence.reason is AbsenceReason.FORBIDDEN:
        why = Text("I may not post in {channel} any more", channel=where)
    told = Text("**On hold since {when}**: {why}. The clocks stand still.")
    way = Text(
        "Use **{here}** in another channel to continue it there, with its games in progress."
    )
    if here is None:
        way = Text("The organiser can continue it in another channel.")
    return sentences(told.of(when=moment(absence.began), why=why), way.of(here=here or ""))


def state_of(tournament: Tournament) -> Text | None:
    """That it is paused, cancelled or over; None if it is open or running."""
    if tournament.state is TournamentState.STOPPED:
        return Text("**Paused**: games in progress continue, and no new ones begin.")
    if tournament.state is TournamentState.CANCELLED:
        return Text("**Cancelled.** Games in progress continue as friendly ones.")
    if tournament.state is TournamentState.OVER and tournament.ended_at:
        return Text("**Over** since {day}.", day=day(tournament.ended_at))
    return None


def rows(field: Field, table: Table, most: int | None = None) -> Text:
    """The lines of a table, ``most`` at most, and how many more there are."""
    shown = table.rows if most is None else table.rows[:most]
    more = len(table.rows) - len(shown)
    return lines(*words_of(field.tournament).rows(field, shown), _more(more))


def _more(number: int) -> Text | None:
    if number <= 0:
        return None
    return Text("-# and {number} more: `/tournament show`", number=number)


def more_tables(number: int) -> Text | None:
    """How many tables there are; None for one."""
    if number <= 1:
        return None
    return Counted("-# {number} table", "-# {number} tables: `/tournament show`", number)


def own(view: TournamentView) -> Text | None:
    """Whether the reader is in, and whom they play; None if there is nothing to say."""
    tournament, entrant = view.tournament, view.own
    if entrant is None:
        can = Text("You can join.") if may_join(view) else None
        return sentences(Text("You are not taking part."), can)
    if entrant.withdrawn is TournamentEvent.SUBSTITUTED:
        return Text("Somebody else plays in your place.")
    if not entrant.is_in:
        readmitted = Text("Your games have ended. The organiser can readmit you.")
        return sentences(
            GONE[entrant.withdrawn][1] if entrant.withdrawn in GONE else None,
            readmitted if tournament.has_begun else None,
        )
    if tournament.is_open:
        if entrant.sits_out:
            return Text("You sit this season out, and keep your place.")
        return Text("You are taking part.")
    if entrant.number is None and not tournament.has_begun:
        return Text("It was cancelled before it began.")
    if entrant.number is None:
        return words_of(tournament).late.of(name=named(tournament))
    if entrant.sits_out:
        return _sits_out(view)
    return _plays(view)


def _plays(view: TournamentView) -> Text | None:
    """Whom the reader plays now, or how it ended for them."""
    found = [each for each in view.field.of(view.reader_id) if each.is_running]
    if not found and view.tournament.state is TournamentState.OVER:
        return _finished(view)
    if not found and left_out(view.field, view.reader_id):
        return Text(
            "You are left out of this round and get nothing, because you have blocked everybody "
            "you could meet."
        )
    if not found:
        return Text("You are taking part. None of your games is in progress.")
    against = [
        Text(
            "{player} (match {match})",
            player=mention(each.other(view.reader_id)),
            match=each.match_id or 0,
        )
        for each in found
    ]
    return Text("You play {players}.", players=listed(against))


def _finished(view: TournamentView) -> Text | None:
    """How a tournament that is over ended for the reader; None if they only sat it out."""
    rows = [row for table in view.tables for row in table.rows if row.player_id == view.reader_id]
    standing = rows[0].standing if rows else None
    if standing is None:
        return None
    if standing.shared:
        went_out = words_of(view.tournament).went_out(view.field, view.reader_id)
        return went_out or Text("You share place {place}.", place=standing.place)
    if standing.place == 1:
        return Text("You won it.")
    return Text("You finished in place {place}.", place=standing.place)


def _sits_out(view: TournamentView) -> Text:
    """That the reader sits out the next round of a Swiss, and for how many points."""
    if had_half(view.field, view.reader_id):
        return Text(
            "You sit out the next round. You get no points for it: you have had your half point."
        )
    return Text("You sit out the next round, for half a point.")


def paired(card: TournamentCard, number: int) -> Text:
    """The first boards of a round, and its byes."""
    within = [each for each in card.field.pairings if each.seats.round == number]
    met = [each for each in within if len(each.players) == 2]
    byes = [each for each in within if each.seats.decided is PairingOutcome.BYE]
    return lines(
        *(
            Plain(
                "**{board}.** {first} - {second}",
                board=each.seats.board,
                first=mention(each.players[0]),
                second=mention(each.players[1]),
            )
            for each in met[:SHOWN_NAMES]
        ),
        _more(len(met) - SHOWN_NAMES),
        *(Text("{player} has a bye: a point.", player=mention(each.players[0])) for each in byes),
    )


def may_join(view: TournamentView) -> bool:
    return view.own is None and view.takes


def places(view: TournamentView) -> Text:
    """How places are decided, with the reader's own numbers."""
    words, table = words_of(view.tournament), view.tables[view.own_table] if view.tables else None
    mine = (
        [] if table is None else [each for each in table.rows if each.player_id == view.reader_id]
    )
    return lines(
        Text("### How places are decided"),
        *(words.worked_out(view, table, each) for each in mine if table and each.standing),
        words.places,
    )


def created(tournament: Tournament) -> Text:
    return sentences(
        Text(
            "{name} is open, and its card is posted in {channel}.",
            name=named(tournament),
            channel=f"<#{tournament.channel_id}>",
        ),
        when(tournament),
        Text(
            "To begin it now, or to change anything, use `/tournament show` and "
            "press **{manage}**.",
            manage=MANAGE,
        ),
    )


def changed(tournament: Tournament) -> Text:
    told = Text("The settings are changed. Everybody can read it, with your reason, in {channel}.")
    return lines(told.of(channel=f"<#{tournament.channel_id}>"), settings(tournament))


def entered(view: TournamentView) -> Words:
    tournament = view.tournament
    if tournament.has_begun:
        return words_of(tournament).late.of(name=named(tournament))
    number = [each.player_id for each in view.field.entrants].index(view.reader_id) + 1
    if view.field.waiting and number > tournament.rules.most:
        full = TournamentFull(tournament.rules.most, number - tournament.rules.most)
        return sentence(full)
    blocked = None
    if view.blocked and not FORMATS[tournament.kind].by_rounds:
        told = Text("-# You blocked {players}. You may have to play each other.")
        blocked = told.of(players=people(view.blocked))
    place = Text(
        "You have joined {name}, as number {number}.", name=named(tournament), number=number
    )
    return lines(
        sentences(place, when(tournament)),
        sentences(
            Text("-# Your clocks in it keep running during a vacation."),
            Text("If you lose two games in a row on time, you are withdrawn."),
        ),
        blocked,
    )


def over(card: TournamentCard) -> Text:
    """Who won, and who goes up and down, of each table."""
    told = []
    for table in card.tables:
        up, down = ([r.player_id for r in table.rows if r.move == move] for move in (1, -1))
        goes_up = Text("Up: {players}.", players=people(up)) if up else None
        goes_down = Text("Down: {players}.", players=people(down)) if down else None
        told.append(_of(table, sentences(_won(table), goes_up, goes_down)))
    return lines(*told)


def ruled_late(news: TournamentNews) -> Text | None:
    """What a ruling after the end changes; None for other news."""
    tournament, event, tables = news.card.tournament, news.event, news.card.tables
    over = tournament.ended_at if tournament.state is TournamentState.OVER else None
    if event.match_id is None or event.by_id is None or over is None or event.at <= over:
        return None
    field = news.card.field
    if format_of(field).is_final(field, event.match_id):
        return Text("It is over. Its bracket and places stay as they are.")
    return lines(
        Text("It is over. Its table follows the result:"),
        *(_of(each, _won(each)) for each in tables),
    )


def _won(table: Table) -> Text:
    first = [each.player_id for each in table.rows if each.standing and each.standing.place == 1]
    if not first:
        return Text("Nobody won.")
    won = Text("{players} won.") if len(first) == 1 else Text("{players} share first place.")
    return won.of(players=people(first))


def _of(table: Table, told: Text) -> Text:
    """A sentence about a table, with the table's name if there are several."""
    return labelled(Plain("**{name}**", name=table.name), told) if table.name else told


CLOCKS = {
    "2d+8h/3d": Text("Quick: {clock}"),
    "3d+12h/4d": Text("Usual: {clock}"),
    "5d+1d/7d": Text("Slow: {clock}"),
}


def clock_choice(clock: str, game: str) -> tuple[Text, Text]:
    length = about(longest(clock, game_of(game).info))
    takes = Text("A game takes {length} at most", length=length)
    return CLOCKS[clock].of(clock=clock), takes
