"""The sentences of profiles."""

from collections.abc import Iterator, Mapping
from functools import reduce

from bot.core.matches import PlayerResult
from bot.features.profiles import service
from bot.features.ratings import FinishedMatch, Meetings, RatingRow, write_rating
from bot.features.ratings.words import uncertain
from bot.features.tournaments import Title
from bot.screen.names import TITLE, harmless
from bot.screen.words import day, row
from data.ids import PlayerId
from rules import GAMES
from rules.texts import Counted, Plain, Text, Words, in_a_row, labelled, lines, sentences

MENU_PROFILE, MENU_VERSUS = Text("Show profile", "button"), Text("Head to head")
OVERVIEW, CHOOSE = Text("All games", "button"), Text("Choose a game")
VERSUS = Text("Head to head")
REMATCH, PROFILE = Text("Rematch", "button"), Text("Profile", "button")
FOLLOWING = Text("-# I send you a direct message when one of their matches in this server ends.")
NOT_SEEN = Text("This player shows their profile only in servers that they are in.")
BEGIN = Text("Use `/challenge` to begin a match, or `/play` to play against me.")
YOURSELF = Text("That is you. Choose somebody else to see your record against them.")
_SIDES = (
    Text("moving first {record}"),
    Text("moving second {record}"),
    Text("moving third {record}"),
)
_LETTERS = {
    PlayerResult.WON: Text("W", "result"),
    PlayerResult.DRAWN: Text("D", "result"),
    PlayerResult.LOST: Text("L", "result"),
}
_STREAKS: Mapping[PlayerResult, Counted] = {
    PlayerResult.WON: Counted("{number} win in a row", "{number} wins in a row"),
    PlayerResult.DRAWN: Counted("{number} draw in a row", "{number} draws in a row"),
    PlayerResult.LOST: Counted("{number} loss in a row", "{number} losses in a row"),
}


def record_text(record: service.WinLossRecord) -> str:
    """A record: ``won-drawn-lost``."""
    return f"{record.won}\u2013{record.drawn}\u2013{record.lost}"


def overview(profile: service.Profile, name: Words) -> Text:
    title, overall = Plain("### {name}", name=name), profile.overall
    if not overall.played:
        return lines(title, sentences(Text("No match finished yet."), BEGIN))
    counts = {"won": overall.won, "drawn": overall.drawn, "lost": overall.lost}
    if overall.played >= service.MOST_RESULTS:
        summed = Text(
            "The last {most} matches: {won} won, {drawn} drawn, {lost} lost.",
            most=service.MOST_RESULTS,
            **counts,
        )
    else:
        summed = Counted(
            "{number} match: {won} won, {drawn} drawn, {lost} lost.",
            "{number} matches: {won} won, {drawn} drawn, {lost} lost.",
            overall.played,
            **counts,
        )
    games = (
        labelled(Plain("- **{game}**", game=each.info.name), _standing(each))
        for each in profile.games
    )
    return lines(title, summed, *games, _mark(*profile.games), *map(_title, profile.titles))


def _title(title: Title) -> Text:
    """A place in a tournament: ``Apart league: place 1 of 14, season 3``."""
    place = Text("{name}: place {place} of {players}")
    if title.shared:
        place = Text("{name}: shared place {place} of {players}")
    place = place.of(
        name=harmless(title.tournament.name, TITLE),
        place=title.place,
        players=title.players,
    )
    season = title.season and Text("season {season}", season=title.season)
    return Plain(
        "-# {told}", told=in_a_row([each for each in (place, title.group, season) if each])
    )


def _standing(standing: service.GameStanding) -> Text:
    parts: list[Text] = []
    if standing.here is not None:
        parts.append(Text("{rating} in this server", rating=_rating(standing.here)))
    if standing.everywhere is not None:
        parts.append(Text("{rating} everywhere", rating=_rating(standing.everywhere)))
    return in_a_row(parts) if parts else Text("no rating yet")


def _mark(*standings: service.GameStanding) -> Text | None:
    """What the mark of uncertain ratings means, if there are any."""
    rows = (row for each in standings for row in (each.here, each.everywhere) if row is not None)
    mark = uncertain(row.rating for row in rows)
    return None if mark is None else Plain("-# {mark}", mark=mark)


def _rating(row: RatingRow) -> Words:
    rating = f"**{write_rating(row.rating)}**"
    return (
        rating if row.best is None else Text("{rating} (best {best})", rating=rating, best=row.best)
    )


def in_game(
    profile: service.GameProfile, name: Words, opponents: Mapping[PlayerId, Words]
) -> Iterator[Text]:
    """A player in one game; ``opponents`` are their names as the reader may see them."""
    yield Plain("### {name} \u00b7 {game}", name=name, game=profile.standing.info.name)
    if not profile.overall.played:
        yield Text("No match of it finished yet.")
        return
    yield Text("Rating: {rating}", rating=_standing(profile.standing))
    mark = _mark(profile.standing)
    if mark is not None:
        yield mark
    record = Text("Record: {record} (won\u2013drawn\u2013lost)")
    if profile.overall.played >= service.MOST_RESULTS:
        record = Text(
            "Record: {record} (won\u2013drawn\u2013lost, the last {most} matches)",
            most=service.MOST_RESULTS,
        )
    yield record.of(record=record_text(profile.overall))
    sides = [_SIDES[seat].of(record=record_text(each)) for seat, each in profile.sides]
    yield Text("By side: {sides}", sides=in_a_row(sides))
    named = Plain("{name} {record}")
    if len(profile.variants) > 1:
        variants = [
            named.of(name=each.name, record=record_text(own)) for each, own in profile.variants
        ]
        yield Text("By variant: {variants}", variants=in_a_row(variants))
    last = Counted(
        "The last match: {results}",
        "The last {number} matches, the latest first: {results}",
        len(profile.last),
    )
    if profile.streak is not None and profile.streak[1] > 1:
        outcome, length = profile.streak
        last = Counted(
            "The last match: {results} ({streak})",
            "The last {number} matches, the latest first: {results} ({streak})",
            len(profile.last),
            streak=_STREAKS[outcome].of(number=length),
        )
    results = reduce(_spaced, (_LETTERS[each] for each in profile.last))
    yield last.of(results=results)
    if profile.opponents:
        met = [
            named.of(name=opponents[who], record=record_text(each))
            for who, each in profile.opponents
        ]
        yield Text("Most often against: {opponents}", opponents=in_a_row(met))


def _spaced(before: Text, after: Text) -> Text:
    return Plain("{before} {after}", before=before, after=after)


def versus(found: service.Versus, one: Words, other: Words) -> Text:
    if not found.games:
        met = Text("You two have finished no match against each other yet.")
        title = Text("### {one} and {other}", one=one, other=other)
        return lines(title, sentences(met, Text("To begin one, use `/challenge`.")))
    games = (
        labelled(
            Plain("- **{game}**", game=GAMES[met.game].info.name),
            _so_far(met, one, other),
        )
        for met in found.games
    )
    return lines(
        Text("### {one} against {other}", one=one, other=other),
        *games,
        Text("**Last matches**"),
        *(_met(match, found, one, other) for match in found.last),
    )


def _so_far(met: Meetings, one: Words, other: Words) -> Text:
    """How often each of two players was ahead of the other."""
    told = Text("{one} {ahead}, {other} {behind}", one=one, ahead=met.ahead, other=other)
    drawn = Text("{level} drawn", level=met.level) if met.level else None
    return in_a_row([each for each in (told.of(behind=met.behind), drawn) if each is not None])


def _met(match: FinishedMatch, found: service.Versus, one: Words, other: Words) -> Text:
    outcome = service.against(match, found.one, found.other)
    if outcome is PlayerResult.DRAWN:
        result = Text("draw", "result")
    else:
        won = Text("{player} wins") if len(match.seats) == 2 else Text("{player} ahead")
        result = won.of(player=one if outcome is PlayerResult.WON else other)
    number = Text("match {number}", "name", number=match.match_id)
    return row([f"- {GAMES[match.game].info.name}", number, result, day(match.ended_at)])
