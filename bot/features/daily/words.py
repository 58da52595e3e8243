"""The sentences of the Daily."""

from datetime import datetime
from enum import StrEnum

from bot.features.daily.calendar import end_of
from bot.features.daily.posts import DailyCard, SharedDaily, Solution
from bot.features.daily.storage import Counts, DailyChannel, MonthLine
from bot.features.practice.words import solution as answer_of
from bot.features.practice.words import stars
from bot.features.reminders.words import city_of
from bot.screen.words import distance, moment, row
from data.ids import ChannelId
from rules import GAMES
from rules.puzzles import Puzzle, explained, task_of
from rules.texts import Counted, Plain, Text, Words, in_a_row, lines, sentences

NAMED = Text("Daily {number}")
SOLVE, TRY_IT = Text("Solve it", "button"), Text("Try it", "button")
SHARE, THE_DAILY = Text("Share", "button"), Text("The Daily", "button")
THIS_MONTH, TODAYS = Text("This month", "button"), Text("Today's Daily", "button")
PAST, MORE = Text("Last 30 days", "button"), Text("Next puzzle ▶")
TO_CHOOSE = (Text("The last 15 days"), Text("The 15 days before"))
ALL_SOLVED = Text("You have solved all puzzles of {game} that I have.")
POSTED = Text("I post your line here. I post it only once.")
COPY = Text("Copy this line:")
PAST_DAYS = Text("### The last 30 days\nSolve what you missed. These do not count.")
MONTH = Text(
    "### The Daily this month\n-# Who solved it on the day, and how often at the first try"
)
NOBODY = Text("Nobody has solved a Daily this month yet.")
OFF = Text("The Daily is off in this server.")
WHERE, WHEN = Text("Where I post it"), Text("When I post it")
_IN_UTC = Text(
    "-# Hours are in UTC. Set your time zone in `/settings`, under **Reminders**, "
    "and then choose the hour."
)
_NO_TRY = Text("-# Nobody tried it.")
_ENDS = (Text("solved at the first try"), Text("at the second try"), Text("at the third try"))


class Rhythm(StrEnum):
    OFF = "off"
    DAY = "day"
    WEEK = "week"


RHYTHMS = {
    Rhythm.OFF: Text("Off"),
    Rhythm.DAY: Text("Every day"),
    Rhythm.WEEK: Text("Every week"),
}


def game_of(puzzle: Puzzle) -> Text:
    return Plain("{game} {stars}", game=GAMES[puzzle.game].info.name, stars=stars(puzzle))


def heading(day: int, puzzle: Puzzle) -> Text:
    named = Text("### Daily {number}: {game} {stars}", number=day, stars=stars(puzzle))
    return named.of(game=GAMES[puzzle.game].info.name)


def opened(day: int) -> Text:
    """The remark above the board of today's Daily."""
    told = Text("**Daily {number}.** Everybody gets this puzzle. The next one comes {when}.")
    return told.of(number=day, when=distance(end_of(day)))


def asked(card: DailyCard) -> Text:
    position = card.puzzle.position
    side = position.info.sides[position.colour_of(position.to_move or 0)]
    return sentences(Text("**{side} to move.**", side=side), task_of(card.puzzle))


def counted(counts: Counts, *, closed: bool) -> Text:
    if not counts.solved:
        return Text("Nobody solved it.") if closed else Text("Nobody has solved it yet.")
    told = Counted("{number} person solved it.", "{number} people solved it.", counts.solved)
    if counts.first:
        told = Counted(
            "{number} person solved it, at the first try.",
            "{number} people solved it, {first} at the first try.",
            counts.solved,
            first=counts.first,
        )
    return told


def solution(found: Solution) -> Text:
    title = Text("### Solution of Daily {number}: {game}", number=found.day)
    told, game = explained(found.puzzle), GAMES[found.puzzle.game].info.name
    answer = sentences(answer_of(found.puzzle), told.said)
    return lines(title.of(game=game), answer, sentences(*(each.said for each in told.scenes)))


def share_of(found: Solution) -> Text:
    """Which part of those who opened a Daily solved it, here and everywhere."""
    here, all_of = found.here, found.everywhere
    if not all_of.opened:
        return _NO_TRY
    percent = round(100 * all_of.solved / all_of.opened)
    if not here.opened:
        return Text("-# Everywhere {percent} % of those who opened it solved it.", percent=percent)
    told = Text("-# Here {solved} of {opened} solved it, everywhere {percent} %.", percent=percent)
    return told.of(solved=here.solved, opened=here.opened)


def shared(found: SharedDaily) -> Text:
    """The line that tells how somebody got on, and nothing of the solution."""
    signs = ["✕"] * (found.tries - found.is_solved) + ["✓"] * found.is_solved
    end = _ENDS[found.tries - 1] if found.is_solved else Text("not solved")
    told = [
        NAMED.of(number=found.day),
        game_of(found.puzzle),
        Plain("{signs} ({end})", signs=" ".join(signs), end=end),
    ]
    if found.month:
        told.append(Counted("{number} day this month", "{number} days this month", found.month))
    return row(told)


def copied(found: SharedDaily, why_not: Words | None) -> Text:
    return lines(why_not, COPY, Plain("```\n{line}\n```", line=shared(found)))


def month_line(line: MonthLine, name: Words, *, own: bool) -> Text:
    who = Plain("__{name}__", name=name) if own else name
    days = Counted("{number} day", "{number} days", line.solved)
    told = Text("{days}, {first} at the first try", days=days, first=line.first)
    return Plain("{name} · {told}", name=who, told=told)


def days_of(month: int, total: int) -> Text:
    """How many Dailies somebody solved, on their profile."""
    told = Counted("The Daily: {number} day solved", "The Daily: {number} days solved", total)
    return in_a_row([told, Text("{number} this month", number=month)]) if month else told


def about(place: DailyChannel | None, today: int) -> Text:
    """What the Daily of a server is, and by which clocks it comes."""
    told = Text(
        "**The Daily:** one puzzle for everybody. People solve it privately, and the post counts "
        "them without names. A new day begins at {time}.",
        time=f"<t:{int(end_of(today).timestamp())}:t>",
    )
    if place is None:
        return told
    if place.zone is None:
        return lines(told, _IN_UTC)
    zone = Text("-# Hours are in the time zone of {city}, as set by whoever chose last.")
    return lines(told, zone.of(city=city_of(place.zone)))


def kept(channel_id: ChannelId, following: datetime) -> Text:
    told = Text("I post the Daily in {channel}. The next one comes {when}.")
    return told.of(channel=f"<#{channel_id}>", when=moment(following))
