"""What profiles say."""

from collections.abc import Iterator, Mapping

from bot.services.matches import Outcome
from bot.services.profiles import (
    MOST_RESULTS,
    GameProfile,
    GameStanding,
    Profile,
    Record,
    Versus,
)
from bot.services.ratings import RatingRow, write_rating
from data.ids import PlayerId
from rules import GAMES

MENU_PROFILE, MENU_VERSUS = "Show profile", "Head to head"
OVERVIEW, CHOOSE = "All games", "Choose a game"
VERSUS, REMATCH, PROFILE = "Head to head", "Rematch", "Profile"
FOLLOW, STOP = "Tell me their results", "Stop following"
FOLLOWING = "-# I tell you by direct message when a match of theirs ends in this server."
NOT_SEEN = "This player shows their profile only in servers that they are in."
BOTS = "Programs have no profile. Name a person."
BEGIN = "`/challenge` begins a match, `/practice` one against me."
YOURSELF = "That is you. Name somebody else to see how the two of you stand."
_SIDES = ("moving first", "moving second", "moving third")
_LETTERS: Mapping[Outcome, str] = {Outcome.WON: "W", Outcome.DRAWN: "D", Outcome.LOST: "L"}
_STREAKS: Mapping[Outcome, str] = {
    Outcome.WON: "win",
    Outcome.DRAWN: "draw",
    Outcome.LOST: "loss",
}


def told(record: Record) -> str:
    """A record: what was won, drawn and lost."""
    return f"{record.won}\u2013{record.drawn}\u2013{record.lost}"


def overview(profile: Profile, name: str) -> str:
    """A player over all games."""
    if not profile.overall.played:
        return f"### {name}\nNo match finished yet. {BEGIN}"
    lines = [
        f"### {name}",
        f"{_matches(profile.overall.played)}: "
        f"{profile.overall.won} won, {profile.overall.drawn} drawn, {profile.overall.lost} lost.",
        *(f"- **{each.info.name}:** {_standing(each)}" for each in profile.games),
    ]
    return "\n".join(lines)


def _matches(number: int) -> str:
    if number >= MOST_RESULTS:
        return f"The last {MOST_RESULTS} matches"
    return f"{number} match{'' if number == 1 else 'es'}"


def _standing(standing: GameStanding) -> str:
    parts = []
    if standing.here is not None:
        parts.append(f"{_rating(standing.here)} in this server")
    if standing.everywhere is not None:
        parts.append(f"{_rating(standing.everywhere)} everywhere")
    return ", ".join(parts) or "no rating yet"


def _rating(row: RatingRow) -> str:
    best = "" if row.best is None else f" (best {row.best})"
    return f"**{write_rating(row.rating)}**{best}"


def in_game(profile: GameProfile, name: str, opponents: Mapping[PlayerId, str]) -> str:
    """A player in one game, with the names of the ``opponents`` as the reader may see them."""
    return "\n".join(_lines(profile, name, opponents))


def _lines(profile: GameProfile, name: str, opponents: Mapping[PlayerId, str]) -> Iterator[str]:
    yield f"### {name} \u00b7 {profile.standing.info.name}"
    if not profile.overall.played:
        yield "No match of it finished yet."
        return
    yield f"Rating: {_standing(profile.standing)}"
    cut = f", the last {MOST_RESULTS} matches" if profile.overall.played >= MOST_RESULTS else ""
    yield f"Record: {told(profile.overall)} (won\u2013drawn\u2013lost{cut})"
    sides = ", ".join(f"{_SIDES[seat]} {told(each)}" for seat, each in profile.sides)
    yield f"By side: {sides}"
    if len(profile.variants) > 1:
        yield "By variant: " + ", ".join(
            f"{variant.name} {told(each)}" for variant, each in profile.variants
        )
    last = " ".join(_LETTERS[each] for each in profile.last)
    yield f"Last {len(profile.last)}, the latest first: {last}{_streak(profile)}"
    if profile.opponents:
        yield "Most often against: " + ", ".join(
            f"{opponents[other]} {told(each)}" for other, each in profile.opponents
        )


def _streak(profile: GameProfile) -> str:
    if profile.streak is None or profile.streak[1] < 2:
        return ""
    outcome, length = profile.streak
    plural = "losses" if outcome is Outcome.LOST else f"{_STREAKS[outcome]}s"
    return f" ({length} {plural} in a row)"


def versus(found: Versus, one: str, other: str) -> str:
    """Two players against each other."""
    if not found.games:
        met = "You two have finished no match against each other yet."
        return f"### {one} and {other}\n{met} `/challenge` asks for one."
    lines = [f"### {one} against {other}", "-# ahead\u2013level\u2013behind, rated or not"]
    lines += [
        f"- **{GAMES[met.game].info.name}:** {met.ahead}\u2013{met.level}\u2013{met.behind}"
        for met in found.games
    ]
    lines.append("**Last matches**")
    outcomes = {Outcome.WON: one, Outcome.LOST: other}
    for match in found.last:
        who = outcomes.get(match.outcome)
        result = "draw" if who is None else f"{who} {'wins' if match.seats == 2 else 'ahead'}"
        when = f"<t:{int(match.ended_at.timestamp())}:d>"
        lines.append(
            f"- {match.info.name} \u00b7 match {match.match_id} \u00b7 {result} \u00b7 {when}"
        )
    return "\n".join(lines)
