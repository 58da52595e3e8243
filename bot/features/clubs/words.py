"""The sentences of club matches."""

from collections.abc import Mapping

from bot.core.clocks import parse_clock, say_clock
from bot.core.matches import LONGEST_REASON
from bot.features.clubs.errors import ClubRefusal
from bot.features.clubs.rules import Rated
from bot.features.clubs.service import Asked
from bot.features.clubs.values import Club, ClubView, Contest, Entry, Game, Offered, Side
from bot.features.ratings.words import UNCERTAIN
from bot.features.tournaments import as_points
from bot.screen.names import SOMEBODY, TITLE, harmless, plain
from bot.screen.words import FRIENDLY, RATED, filled, game_name, moment, quoted, row, sentence
from data.ids import PlayerId
from data.states import ClubEvent, ClubState, EntryKind
from rules.texts import Counted, Plain, Text, Words, lines, sentences

JOIN, LEAVE = Text("Join", "button"), Text("Leave", "button")
OPEN, READY = Text("Open", "button"), Text("Ready", "button")
AGREE, DECLINE = Text("Agree", "button"), Text("Decline", "button")
REMATCH, HERE = Text("Rematch", "button"), Text("Post it here", "button")
ACCEPT, NOT_NOW = Text("Accept", "button"), Text("Not now", "button")
OFFER_SEASON, WITHDRAW = Text("Offer a season", "button"), Text("Withdraw the offer", "button")
OFFER, HAVE_CODE = Text("Offer a match", "button"), Text("I have a code", "button")
GAME, CODE = Text("Game"), Text("The code")
BOARDS = Text("Boards at most, 2 to 20")
CLOCK = Text("Time control, such as 3d a move")
RATING, ROUNDS = Text("Do ratings change?"), Text("How often; rated or not")
NONE = Text("This server plays no match against another server now.")
TEAM = Text("The name of your team")
CHANNEL = Text("Where; here if left out")
LEAVE_OUT = Text("Leave out, or let play")
CAPTAIN = Text("Name another captain")
REPLACE = Text("Replace a player")
SUBSTITUTE = Text("Who takes the place?")
RULING = Text("Ask for a ruling")
RESULT = Text("What do you ask for?")
DRAW = Text("A draw", "choice")
ANNUL, PLAY_ON = Text("Annul it: it is played again", "choice"), Text("Let them play on", "choice")
NO_RESERVES = Text("Nobody else has joined your side.")
STAYED = Text("Nothing was changed.")
LEAVES_SEASON = Text(
    "Your team leaves the season: its open games and the matches that are left are lost."
)
GAME_OF_BOARD = Text("Board {board}, match {match}: {one} \u2013 {other}", "choice")
WHICH = Text("Which club match?")
EVERY = Text("a match every {number} weeks")
LEAVE_SEASON = Text("Leave the season", "button")
SEASON_ORDER = Text("-# Match points, then points on boards, then the match of those who are level")
DASH = " \u2013 "
WAITS = Text("The other captain of {name} asks for a ruling: answer with `/club` in your server.")


@sentence.register
def _(error: ClubRefusal) -> Words:
    """What the error says, with the name of the team."""
    return filled(error.says, error, name=team(error.name))


def team(name: Words) -> Words:
    return harmless(name, TITLE)


def terms(contest: Contest) -> Text:
    """What is played."""
    boards = Text("up to {number} boards, two games on each", number=contest.boards)
    kind = RATED if contest.rated else FRIENDLY
    clock = say_clock(parse_clock(contest.clock))
    rounds = [EVERY.of(number=contest.weeks)] if contest.weeks else []
    return row([game_name(contest.info, contest.variant), boards, clock, kind, *rounds])


def offer(code: str, weeks: int | None) -> Text:
    return lines(
        Text("Your code: `{code}`", code=code),
        _GIVE_TO_ONE if weeks is None else _GIVE_TO_SEVERAL,
        Text("They see what is played and the name of your team, nothing else."),
        Text(
            "-# The card of the match will be posted in this channel. **Post it here** in `/club` "
            "moves it to another one."
        ),
    )


_GIVE_TO_ONE = Text(
    "Give it to a manager of another server, who presses **I have a code** in `/club`. It works "
    "once, and for 7 days. It is shown only now."
)
_GIVE_TO_SEVERAL = Text(
    "Give it to managers of up to seven other servers, who press **I have a code** in `/club`. It "
    "works for 7 days, or until you begin. It is shown only now."
)


def waiting(club: Club) -> Text:
    """An offer that nobody has accepted, whose code cannot be shown again."""
    assert club.contest.until is not None
    until = Text("Its code works until {when}. If it is lost, withdraw the offer and make another.")
    return lines(
        Text("**{team}**: an open offer", team=team(club.sides[0].name)),
        terms(club.contest),
        until.of(when=moment(club.contest.until)),
    )


def offered(found: Offered) -> Text:
    offers = _SEASON_OFFERED if found.contest.weeks else _MATCH_OFFERED
    return lines(
        offers.of(team=team(found.name)),
        terms(found.contest),
        RULES,
    )


_MATCH_OFFERED = Text("**{team}** offers a club match:")
_SEASON_OFFERED = Text("**{team}** offers a season of club matches:")
RULES = Text(
    "-# Players meet in the order of their ratings. Each board stands in both servers. No undo, no "
    "pause; a vacation does not pause your clock here."
)


def consent(view: ClubView) -> Text:
    return Text(
        "People in {team} will see your name, your rating and these games.",
        team=team(view.other.name),
    )


def leaves(view: ClubView) -> Text:
    return Counted(
        "You lose the game that you have open, and cannot join this match again.",
        "You lose the {number} games that you have open, and cannot join this match again.",
        len(view.own_games),
    )


def teams(club: Club) -> str:
    return DASH.join(str(team(each.name)) for each in club.sides)


def plain_teams(club: Club) -> Text:
    """The same for a button."""
    return Plain("{name}", name=DASH.join(str(plain(each.name, TITLE)) for each in club.sides))


def plain_team(club: Club, number: int) -> Words:
    """A team in a picture."""
    return plain(club.sides[number].name, TITLE)


def plain_score(club: Club) -> Text:
    """Both teams with the score between them, in a picture."""
    one, other = (plain_team(club, number) for number in (0, 1))
    return Plain("{one} {score} {other}", one=one, score=total(club), other=other)


def heading(club: Club) -> Text:
    """The teams, and for a match the score once there is one."""
    name = scored(club) if club.games else teams(club)
    told = Text("### Season: {name}") if club.contest.weeks else Plain("### {name}")
    return told.of(name=name)


def scored(club: Club) -> Text:
    """Both teams with the score between them."""
    one, other = (team(each.name) for each in club.sides)
    return Plain("{one} {score} {other}", one=one, score=total(club), other=other)


def total(club: Club) -> str:
    """The points of both teams: ``5.5 - 2.5``."""
    return DASH.join(map(as_points, club.score))


def state(club: Club) -> Text | None:
    contest = club.contest
    if contest.weeks and contest.until is not None and not contest.is_over:
        if contest.state is ClubState.RUNNING:
            return Text("Round {number} of {last}", number=contest.round, last=rounds_of(club))
        host, until = team(club.sides[0].name), moment(contest.until)
        return Text(
            "It begins when the captain of {team} is ready, or {when}. Up to 8 servers can join "
            "with the code.",
            team=host,
            when=until,
        )
    if contest.state is ClubState.OPEN and contest.until is not None:
        return Text(
            "It begins when both captains are ready, or {when}.", when=moment(contest.until)
        )
    if contest.state is ClubState.CANCELLED:
        return Text("It was cancelled.")
    if contest.state is ClubState.RUNNING:
        return Counted("One game is open.", "{number} games are open.", club.left)
    return outcome(club)


def outcome(club: Club) -> Text:
    first, *others = club.first or (0, 1)
    if others:
        return Text("It ended level.")
    return Text("{team} won.", team=team(club.sides[first].name))


def rounds_of(club: Club) -> int:
    """How many rounds a season has."""
    count = len(club.sides)
    return count - 1 + count % 2


def table(club: Club) -> Text:
    """The table of a season, with match points and board points, and its matches below."""
    told = []
    for each in club.table:
        name = team(club.sides[each.team].name)
        line: Text = Text("{team} left, and its matches do not count", team=name)
        if each.place is not None:
            line = Text("{place}. {team}: {points} match points, {won} on boards").of(
                place=each.place, team=name, points=each.points, won=as_points(each.boards)
            )
        told.append(line)
    played = (e for e in club.matches if e.games)
    return lines(*told, SEASON_ORDER, *(Plain("-# {name}", name=scored(e)) for e in played))


def side(club: Club, each: Side, names: Mapping[PlayerId, Words]) -> Text:
    """Who is in on a side, before the match begins."""
    title = Text(
        "**{team}** · captain {player}",
        team=team(each.name),
        player=names.get(each.captain_id, SOMEBODY),
    )
    title = Text("{line} · ready", line=title) if each.ready_at else title
    told = []
    for number, member in enumerate(club.of_side(each.number), 1):
        rated = club.ratings.get(member.player_id)
        line = _NEW if rated is None else _RATED.of(rating=rating(rated))
        line = line.of(number=number, name=names.get(member.player_id, SOMEBODY))
        told.append(Text("{line} · left out", line=line) if member.left_out else line)
    return lines(title, *(told or [Text("Nobody has joined yet.")]))


_NEW, _RATED = Plain("{number}. {name}"), Plain("{number}. {name} · {rating}")


def rating(rated: Rated) -> str:
    return f"{rated.points}{'' if rated.settled else '?'}"


def uncertain(club: Club) -> Text | None:
    """What the mark of a rating means, if one of those in has it."""
    shown = (each.player_id for side in club.sides for each in club.of_side(side.number))
    rated = (club.ratings[who] for who in shown if who in club.ratings)
    return Plain("-# {note}", note=UNCERTAIN) if any(not e.settled for e in rated) else None


def boards(club: Club, names: Mapping[PlayerId, Words]) -> Text:
    return lines(*(board(number, games, names) for number, games in club.boards.items()))


def board(number: int, games: tuple[Game, ...], names: Mapping[PlayerId, Words]) -> Text:
    one, other = (names.get(each, SOMEBODY) for each in games[0].players)
    told = Plain("{number}. {one} \u2013 {other} · {score}", number=number, one=one, other=other)
    return told.of(score=score(games))


def score(games: tuple[Game, ...]) -> str:
    """The score of a board; a dot for a game that is open."""
    known = [each.points for each in games if each.points is not None]
    open_games = " •" * (len(games) - len(known))
    return f"{as_points(sum(known))} : {as_points(2 * len(known) - sum(known))}{open_games}"


def asked(club: Club, entry: Entry, names: Mapping[PlayerId, Words]) -> Text:
    """What a captain asks for, with the reason."""
    wish = Asked.read(entry)
    told = _WISHES[wish.kind]
    game = next((each for each in club.games if each.match_id == entry.match_id), None)
    if ">" in wish.ruling and game is not None:
        winner = game.seated[int(wish.ruling[0])]
        told = _WON.of(player=names.get(winner, SOMEBODY))
    return told.of(
        team=team(club.sides[entry.side or 0].name),
        number=entry.match_id or 0,
        reason=quoted(wish.reason, LONGEST_REASON),
    )


_WON = Text("{team} asks that match {number} is won by {player}: {reason}")
_WISHES = {
    EntryKind.DECIDE: Text("{team} asks that match {number} is drawn: {reason}"),
    EntryKind.ANNUL: Text("{team} asks that match {number} is played again: {reason}"),
    EntryKind.FORGIVE: Text(
        "{team} asks that match {number} continues, though time ran out: {reason}"
    ),
}


def news(club: Club, entry: Entry, names: Mapping[PlayerId, Words]) -> Text:
    """An entry of the log as a sentence."""
    if entry.kind is ClubEvent.ASKED:
        ends = Text("The other captain can agree or decline within 7 days.")
        return lines(asked(club, entry, names), ends)
    told = (_SEASON if club.contest.weeks else {}).get(entry.kind, _NEWS[entry.kind])
    told = told.of(
        team=team(club.sides[entry.side or 0].name),
        player=names.get(entry.player_id or PlayerId(0), SOMEBODY),
        other=names.get(entry.other_id or PlayerId(0), SOMEBODY),
        number=entry.match_id or entry.text or 0,
    )
    return sentences(told, outcome(club)) if entry.kind is ClubEvent.OVER else told


_NEWS = {
    ClubEvent.ACCEPTED: Text("The club match is agreed. Press **Join** to play for your side."),
    ClubEvent.BEGAN: Text("The club match has begun."),
    ClubEvent.LATE: Text("{player} lost games on time twice, and is out of the club match."),
    ClubEvent.WITHDREW: Text("{player} has left the club match."),
    ClubEvent.SUBSTITUTED: Text("{other} takes the place of {player} on board {number}."),
    ClubEvent.CAPTAIN: Text("{player} is captain of {team} now."),
    ClubEvent.AGREED: Text("The captains agree about match {number}."),
    ClubEvent.DECLINED: Text("{team} declines the request about match {number}."),
    ClubEvent.GONE: Text(
        "{team} has removed the bot for 7 days, and forfeits what is left. No rating changes."
    ),
    ClubEvent.LEFT: Text("{team} has left the season."),
    ClubEvent.ROUND: Text("The matches of round {number} are open. Press **Join** on your card."),
    ClubEvent.REMATCH: Text(
        "{team} asks for a rematch. The captain of the other side accepts it with **Rematch**."
    ),
    ClubEvent.OVER: Text("The club match is over."),
    ClubEvent.NOBODY: Text("{team} had nobody to play, and loses the club match."),
    ClubEvent.CANCELLED: Text("Nobody could play, so the club match is cancelled."),
}


_SEASON = {
    ClubEvent.ACCEPTED: Text("{team} joins the season."),
    ClubEvent.BEGAN: Text("The season has begun."),
    ClubEvent.OVER: Text("The season is over."),
}
"""What is told otherwise of a season."""


def own(view: ClubView) -> Text | None:
    """What the reader is in the match."""
    told = []
    if view.is_captain:
        told.append(Text("You are captain of {team}.", team=team(view.side.name)))
    member = view.own
    if member is not None and member.is_in:
        name = team(view.club.sides[member.side].name)
        plays = any(view.reader_id in each.players for each in view.club.games)
        is_reserve = view.club.games and not plays
        told.append((_RESERVE if is_reserve else _PLAYER).of(team=name))
        told += [Text("Your games are in `/matches`.")] if view.own_games else []
    return sentences(*told) if told else None


_PLAYER, _RESERVE = Text("You play for {team}."), Text("You are a reserve of {team}.")


def of_profile(club: Club, player_id: PlayerId) -> Text:
    """A line of a profile."""
    known = [each for each in club.games if each.points is not None and player_id in each.players]
    mine = as_points(sum(each.of(player_id) for each in known))
    told = Text("Club match {name}: {points} of {number}", name=scored(club), points=mine)
    return told.of(number=len(known))
