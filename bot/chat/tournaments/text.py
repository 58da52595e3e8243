"""What tournaments say: cards, tables, how places are decided, and answers."""

from collections.abc import Sequence
from datetime import timedelta

from bot.chat.common.ladders import day
from bot.chat.common.names import TITLE, harmless
from bot.chat.common.text import all_of, mention, quoted
from bot.chat.tournaments.formats import words_of
from bot.services import tournaments as cups
from bot.services.clocks import parse_clock, say_clock, say_duration
from bot.services.matches import game_of
from bot.services.settings import LONGEST_REASON
from bot.services.tournaments import Entrant, Table, Tournament, TournamentView
from data.states import PairingOutcome, TournamentEvent, TournamentState
from rules.texts import Counted, Text, Words, filled, lines, sentences

JOIN, ALWAYS, ONCE, LEAVE = "Join", "Join for good", "Just one season", "Leave"
SIT_OUT, PLAY_AGAIN, WITHDRAW = "Sit out", "Play after all", "Withdraw"
MY_PAGE, HISTORY, PLACES, BACK = "My page", "History", "How places are decided", "Back"
PREVIOUS, NEXT, OLDER, NEWEST = "Previous", "Next", "Older", "Newest"
STAY = "Play on"
STAYED = "You play on."
SHOWN_NAMES, SHOWN_ROWS = 20, 10
MONTH = timedelta(days=25)

DONE = "Done. The history has it, and people hear of it."


def named(tournament: Tournament) -> str:
    """Which tournament, as it can stand in a sentence."""
    season = f" · season {tournament.number}" if words_of(tournament).in_seasons else ""
    if tournament.rules.repeat is not cups.Repeat.NEVER:
        season = f" · {tournament.number}"
    return f"{harmless(tournament.name, TITLE)}{season}"


def how(tournament: Tournament) -> str:
    """How it is played, in a sentence or two."""
    rules, info = tournament.rules, tournament.info
    least = f"At least {max(rules.least, 2 * rules.rounds)} players"
    blocked = Text("Everybody may have to play everybody, also people who blocked each other.")
    if words_of(tournament).by_rounds:
        blocked = Text("People of whom one has blocked the other are not paired.")
    clock = say_clock(parse_clock(tournament.clock))
    return (
        f"{info.name} · {clock} · {'rated' if tournament.rated else 'friendly'}\n"
        f"{words_of(tournament).how(rules)} {least}.\n"
        f"-# About {info.turns} moves each: a game takes {about(tournament.longest)} at most. "
        "No undo, no pause; a vacation stops no clock here.\n"
        f"-# {blocked}"
    )


def about(length: timedelta) -> str:
    """How long, roughly."""
    days = max(1, round(length / timedelta(days=1)))
    if length >= MONTH:
        months = max(1, round(days / 30))
        return "about a month" if months == 1 else f"about {months} months"
    return f"about {say_duration(timedelta(days=days))}"


def limits(tournament: Tournament) -> str | None:
    """Who may enter; None for everybody."""
    rules, told = tournament.rules, []
    if rules.by_invitation:
        told.append("by invitation")
    if rules.role_id is not None:
        told.append(f"for <@&{rules.role_id}>")
    if rules.rating_from is not None or rules.rating_to is not None:
        told.append(ratings_from_to(rules.rating_from, rules.rating_to))
    if rules.matches:
        told.append(f"after {rated_matches(rules.matches)}")
    return f"-# Entry {', '.join(told)}." if told else None


def rated_matches(number: int) -> str:
    """So many of them."""
    return f"{number} rated match{'' if number == 1 else 'es'}"


def ratings_from_to(low: int | None, high: int | None) -> str:
    """For which ratings it is."""
    if low is None:
        return f"for ratings up to {high}"
    return f"for ratings from {low}" + (f" to {high}" if high is not None else "")


def when(tournament: Tournament) -> str:
    """When it begins."""
    if tournament.begins_at is None:
        return "It begins when the organiser says so."
    return f"It begins <t:{int(tournament.begins_at.timestamp())}:f>."


def who(field: cups.Field) -> str:
    """Who is in: names, how many more, and how many wait."""
    waiting = len(field.waiting)
    told = _in(field.entrants[: len(field.entrants) - waiting])
    if not waiting:
        return told
    return str(lines(told, Counted("-# {number} waits.", "-# {number} wait.", waiting)))


def _in(entrants: Sequence[Entrant]) -> str:
    if not entrants:
        return "Nobody is in yet."
    shown = [_entrant(each) for each in entrants[:SHOWN_NAMES]]
    more = len(entrants) - len(shown)
    if more:
        shown.append(f"{more} more")
    return f"**{len(entrants)} in:** {all_of(shown)}"


def _entrant(entrant: Entrant) -> str:
    return str(mention(entrant.player_id)) + (" (sits out)" if entrant.sits_out else "")


def state_of(tournament: Tournament) -> str | None:
    """That it stands still or is over; None for one that goes on."""
    if tournament.state is TournamentState.STOPPED:
        return "**Stopped**: games go on, and nothing new begins."
    if tournament.state is TournamentState.CANCELLED:
        return "**Cancelled.** Games that run go on as friendly ones."
    if tournament.state is TournamentState.OVER and tournament.ended_at:
        return f"**Over** since {day(tournament.ended_at)}."
    return None


def rows(field: cups.Field, table: Table, most: int | None = None) -> str:
    """A table, a line a player; ``most``: how many, and how many more there are."""
    shown, words = table.rows if most is None else table.rows[:most], words_of(field.tournament)
    told = [*words.rows(field, shown)]
    more = len(table.rows) - len(shown)
    if more:
        told.append(f"-# and {more} more: `/tournament show`")
    return "\n".join(told)


def own(view: TournamentView) -> str:
    """Where the reader stands, and what they have to do."""
    tournament, entrant = view.tournament, view.own
    if entrant is None:
        return "You are not in." + (" You can join." if may_join(view) else "")
    if not entrant.is_in:
        return "You were withdrawn: your games have ended. The organiser can readmit you."
    if tournament.is_open:
        return (
            "You sit this season out, and keep your place." if entrant.sits_out else "You are in."
        )
    if entrant.number is None:
        return late(tournament)
    if entrant.sits_out:
        return str(_sits_out(view))
    found = [each for each in view.field.of(view.reader_id) if each.is_running]
    if not found:
        return "You are in. None of your games runs now."
    against = [f"{mention(each.other(view.reader_id))} (match {each.match_id})" for each in found]
    return f"You play {all_of(against)}."


def _sits_out(view: TournamentView) -> Text:
    """That the reader sits out the next round of a Swiss, and for what."""
    if cups.had_half(view.field, view.reader_id):
        return Text(
            "You sit out the next round. You have had your half point. You may sit out, for "
            "nothing."
        )
    return Text("You sit out the next round, for half a point.")


def paired(card: cups.TournamentCard, number: int) -> str:
    """Who meets whom in a round, the first boards, and who has a bye."""
    within = [each for each in card.stands.pairings if each.seats.round == number]
    met = [each for each in within if len(each.players) == 2]
    told: list[Words] = [
        f"{each.seats.board}. {' - '.join(str(mention(who)) for who in each.players)}"
        for each in met[:SHOWN_NAMES]
    ]
    more = len(met) - SHOWN_NAMES
    if more > 0:
        told.append(Text("-# and {number} more: `/tournament show`", number=more))
    byes = [each for each in within if each.seats.decided is PairingOutcome.BYE]
    told += [Text("{player} has a bye: a point.", player=mention(each.players[0])) for each in byes]
    return str(lines(*told))


def to_player(line: cups.TournamentLine) -> Text:
    """What an entry of the log is to one player."""
    tournament, event = line.field.tournament, line.event
    place: dict[str, Words] = {"name": named(tournament), "channel": f"<#{tournament.channel_id}>"}
    if event.kind is TournamentEvent.OVER:
        up = Text("{name} is over: you go up. {channel}", **place)
        return up if line.move > 0 else Text("{name} is over: you go down. {channel}", **place)
    if event.kind is TournamentEvent.TIMED_OUT:
        return Text(
            "You were withdrawn from {name}: two games lost on time in a row. {channel}", **place
        )
    if event.kind is TournamentEvent.EXPELLED:
        return Text("The organiser withdrew you from {name}. {channel}", **place)
    number = int(event.reason or 0)
    mine = [each for each in line.field.of(line.player_id) if each.seats.round == number]
    place["other"] = mention(mine[0].other(line.player_id)) if mine else ""
    if mine and mine[0].seats.first_id == line.player_id:
        return Text(
            "Round {number} of {name}: you play {other}, and move first. {channel}",
            number=number,
            **place,
        )
    return Text(
        "Round {number} of {name}: you play {other}, who moves first. {channel}",
        number=number,
        **place,
    )


def late(tournament: Tournament) -> str:
    """What somebody is told who enters once it has begun."""
    return filled(str(words_of(tournament).late), {"name": named(tournament)})


def may_join(view: TournamentView) -> bool:
    """Whether the reader can be offered to join."""
    return view.own is None and view.takes


def places(view: TournamentView) -> str:
    """How places are decided, with the reader's own numbers."""
    words = words_of(view.tournament)
    told = ["### How places are decided", *words.places()]
    table = view.tables[view.own_table] if view.tables else None
    for row in () if table is None else table.rows:
        if table is not None and row.player_id == view.reader_id and row.standing is not None:
            told += words.worked_out(view, table, row)
    return "\n".join(told)


def ask_to_withdraw(tournament: Tournament) -> str:
    """The question before somebody gives up all games."""
    return (
        f"Do you want to withdraw from {named(tournament)}? All your running games in it are "
        f"resigned. {words_of(tournament).leaving}"
    )


def created(tournament: Tournament) -> str:
    """What the organiser is told who has made one."""
    return (
        f"{named(tournament)} is open, and its card is posted in <#{tournament.channel_id}>. "
        f"{when(tournament)} `/tournament manage` begins it now, and does what else you need."
    )


def entered(view: TournamentView) -> str:
    """What somebody is told who has entered."""
    tournament = view.tournament
    if tournament.has_begun:
        return late(tournament)
    number = [each.player_id for each in view.field.entrants].index(view.reader_id) + 1
    if view.field.waiting and number > tournament.rules.most:
        return str(taken(tournament.rules.most, number - tournament.rules.most))
    blocked = f"\n-# You blocked {all_of([*map(mention, view.blocked)])}, who is in too; "
    blocked += "you may have to play each other."
    return (
        f"You are in {named(tournament)}, as number {number}. {when(tournament)}\n-# Your clocks "
        "in it go on during a vacation. Two games lost on time in a row, and you are out."
        + (blocked if view.blocked and not words_of(tournament).by_rounds else "")
    )


def taken(most: int, place: int) -> Text:
    """That it is full, and where somebody stands in the line for a place; 0 is nowhere."""
    full = Text("All {most} places are taken.", most=most)
    if not place:
        return full
    if place <= len(LINE):
        return sentences(full, Text("You are {place} in line.", place=LINE[place - 1]))
    return sentences(full, Text("You are number {number} in line.", number=place))


def heard(event: cups.Event) -> str:
    """An entry of the log, in a sentence."""
    player = "" if event.player_id is None else mention(event.player_id)
    other = "" if event.opponent_id is None else mention(event.opponent_id)
    by = "" if event.by_id is None else mention(event.by_id)
    template = FINAL if event.kind is TournamentEvent.PAIRED and not player else HEARD[event.kind]
    if event.kind is TournamentEvent.ROUND:
        return str(Text("Round {number} is paired.", number=event.reason or ""))
    told = template.format(player=player, other=other, by=by, match=event.match_id)
    return told if event.reason is None else f"{told} {quoted(event.reason, LONGEST_REASON)}"


FINAL = "The final group begins."
HEARD = {
    TournamentEvent.CREATED: "{by} made it.",
    TournamentEvent.ENTERED: "{player} entered.",
    TournamentEvent.LEFT: "{player} left.",
    TournamentEvent.SITS_OUT: "{player} chose whether to sit out.",
    TournamentEvent.SCHEDULED: "{by} lets it begin.",
    TournamentEvent.POSTPONED: (
        "Too few players are in. It waits a week, three times at most; then until it is begun."
    ),
    TournamentEvent.BEGAN: "It begins. The boards are posted one after the other.",
    TournamentEvent.PAIRED: "{player} and {other} meet in the next round.",
    TournamentEvent.WITHDREW: "{player} withdrew.",
    TournamentEvent.TIMED_OUT: "{player} was withdrawn: two games lost on time in a row.",
    TournamentEvent.PUT_IN: "{by} put {player} in.",
    TournamentEvent.EXPELLED: "{by} withdrew {player}.",
    TournamentEvent.READMITTED: "{by} readmitted {player}.",
    TournamentEvent.DECIDED: "{by} decided what was not played between {player} and {other}.",
    TournamentEvent.REPLACED: (
        "Match {match} of {player} and {other} was annulled; it is played anew."
    ),
    TournamentEvent.CORRECTED: (
        "{player} and {other} do not go on with their games: a result before them has changed."
    ),
    TournamentEvent.ROUND: "",
    TournamentEvent.CLOSED: str(Text("{by} lets the next round be paired.")),
    TournamentEvent.EXHAUSTED: str(Text("Every pairing that was possible has been played.")),
    TournamentEvent.KEPT_APART: str(Text("{by} keeps {player} and {other} apart.")),
    TournamentEvent.STOPPED: "{by} stopped it: games go on, and nothing new begins.",
    TournamentEvent.RESUMED: "{by} lets it go on.",
    TournamentEvent.RENAMED: "{by} gave it another name.",
    TournamentEvent.CANCELLED: "{by} cancelled it. Games that run go on as friendly ones.",
    TournamentEvent.OVER: "It is over.",
}


def over(card: cups.TournamentCard) -> str:
    """Who has won, and who goes up and down."""
    told = []
    for table in card.tables:
        first = [
            mention(each.player_id)
            for each in table.rows
            if each.standing and each.standing.place == 1
        ]
        won = f"{all_of(first)} won" if len(first) == 1 else f"{all_of(first)} draw for first place"
        line = f"**{table.name}:** {won}" if table.name else won
        for move, words in ((1, "up"), (-1, "down")):
            going = [mention(each.player_id) for each in table.rows if each.move == move]
            line += f"; {words}: {all_of(going)}" if going else ""
        told.append(f"{line}.")
    return "\n".join(told)


LINE = (
    *(Text("first", "in line"), Text("second", "in line"), Text("third", "in line")),
    *(Text("fourth", "in line"), Text("fifth", "in line")),
)
CLOCKS = {"2d+8h/3d": "quick", "3d+12h/4d": "usual", "5d+1d/7d": "slow"}


def clock_choice(clock: str, game: str) -> str:
    """A clock as it is offered, with what it means for the game."""
    info, read = game_of(game).info, parse_clock(clock)
    length = cups.longest(read, info.turns)
    return f"{CLOCKS[clock]}: {clock}, a game takes {about(length)} at most"
