"""Direct messages about an absence of the bot, to people who chose direct messages."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection, select

from bot.core import absences, matches, outbox
from bot.core.absences import Absence
from bot.core.people.settings import reminder_settings
from bot.core.posting import CannotPost, ChannelGone, Direct, DirectMessagesClosed, Post, PostKind
from data.ids import AbsenceId, MatchId, PlayerId
from data.states import MessageKind, ReminderWay
from data.tables import matches as match_rows
from data.tables import seats
from data.tournament_tables import tournament_players, tournaments
from rules.texts import Words

ABSENCE_MESSAGE = MessageKind("absence", personal=True)

DIRECT_WAYS = (ReminderWay.DIRECT, ReminderWay.DIGEST)
"""Ways to be reminded with which a person has allowed direct messages."""


class AbsenceNews(StrEnum):
    """What happened to the matches: they stand still, or ended without a result."""

    STILL = "still"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class AbsenceCard:
    """The matches, and the names of ``tournaments``, of a player that an absence concerns."""

    player_id: PlayerId
    absence: Absence
    news: AbsenceNews
    matches: tuple[matches.MatchSummary, ...]
    tournaments: tuple[Words, ...] = ()


def people_at(connection: Connection, absence: Absence) -> set[PlayerId]:
    """The people who have a running match or tournament in the place, or organise one."""
    here = absence.holds(match_rows.c.server_id, absences.HOME)
    goes_on = tournaments.c.ended_at.is_(None) & absence.holds(
        tournaments.c.server_id, tournaments.c.channel_id
    )
    playing = (
        select(seats.c.player_id)
        .join(match_rows, match_rows.c.id == seats.c.match_id)
        .where(here, match_rows.c.finished_at.is_(None), ~seats.c.has_left)
    )
    entered = (
        select(tournament_players.c.player_id)
        .join(tournaments, tournaments.c.id == tournament_players.c.tournament_id)
        .where(goes_on, tournament_players.c.withdrawn_at.is_(None))
    )
    organising = select(tournaments.c.organiser_id).where(goes_on)
    found = connection.scalars(playing.union(entered, organising))
    return {PlayerId(each) for each in found if each is not None}


def tell(
    connection: Connection,
    absence: Absence,
    people: Collection[PlayerId],
    news: AbsenceNews,
    now: datetime,
) -> None:
    """Queue a message to each of ``people`` who has chosen direct messages, once."""
    for player_id, chosen in sorted(reminder_settings.of(connection, people).items()):
        if chosen.reminder_way not in DIRECT_WAYS:
            continue
        row = outbox.NewMessage(
            ABSENCE_MESSAGE,
            player_id,
            f"absence:{player_id}",
            version=absence.id,
            topic=f"{news}:{absence.id}",
            words=news,
        )
        outbox.add(connection, row, now)


def absence_posts() -> PostKind[AbsenceCard]:
    """One direct message for each person and absence; dropped where it cannot be delivered."""

    def load(connection: Connection, due: outbox.Due) -> Post[AbsenceCard] | None:
        absence = absences.get(connection, AbsenceId(due.version))
        if absence is None or absence.ended is not None:
            return None  # the bot is back, so there is nothing to tell
        player_id, news = PlayerId(due.subject_id), AbsenceNews(due.words or AbsenceNews.STILL)
        card = _card(connection, player_id, absence, news)
        return Post(card, (Direct(player_id),)) if card.matches or card.tournaments else None

    return PostKind(
        kind=ABSENCE_MESSAGE,
        load=load,
        refused=dict.fromkeys((DirectMessagesClosed, ChannelGone, CannotPost)),
        once=True,
    )


def _card(
    connection: Connection, player_id: PlayerId, absence: Absence, news: AbsenceNews
) -> AbsenceCard:
    here = absence.holds(match_rows.c.server_id, absences.HOME)
    theirs = select(match_rows.c.id).join(seats, seats.c.match_id == match_rows.c.id)
    theirs = theirs.where(here, seats.c.player_id == player_id)
    still = news is AbsenceNews.STILL
    ended_at = match_rows.c.finished_at
    when = ended_at.is_(None) if still else ended_at >= absence.ends_at
    ids = [MatchId(each) for each in connection.scalars(theirs.where(when))]
    known = matches.storage.several(connection, ids).values()
    # of a match of two servers each player hears of their own
    own = (e for e in known if e.of_player(player_id).server_id == absence.server_id)
    found = sorted(own, key=lambda each: each.id)
    ended = [
        each for each in found if each.is_running or not each.result or not each.result.ranking
    ]
    named = _tournaments(connection, player_id, absence, still=still)
    return AbsenceCard(player_id, absence, news, tuple(ended), named)


def _tournaments(
    connection: Connection, player_id: PlayerId, absence: Absence, *, still: bool
) -> tuple[Words, ...]:
    """Names of the player's tournaments that stand still (``still``), or else have ended."""
    here = absence.holds(tournaments.c.server_id, tournaments.c.channel_id)
    ended_at = tournaments.c.ended_at
    entered = select(tournament_players.c.tournament_id).filter_by(player_id=player_id)
    theirs = (tournaments.c.organiser_id == player_id) | tournaments.c.id.in_(entered)
    found = connection.execute(
        select(tournaments.c.name, tournaments.c.kind, tournaments.c.game)
        .where(here, theirs, ended_at.is_(None) if still else ended_at >= absence.ends_at)
        .order_by(tournaments.c.id)
    )
    return tuple(matches.storage.tournament_name(*row) for row in found)
