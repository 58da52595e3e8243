"""Everything that people can do, put together in one place."""

from datetime import datetime, timedelta
from random import Random, SystemRandom

from sqlalchemy import Connection, event

from bot.core import outbox, outbox_places
from bot.core.absences import Absence
from bot.core.delivery import Delivery
from bot.core.matches import SINCE_BEGUN, Change, Hook, MatchService, MatchStore, Now
from bot.core.measures import ENTRIES
from bot.core.one_at_a_time import OneAtATime
from bot.core.part import Part, joined, prunes_of
from bot.core.pictures import Draws, PictureService
from bot.core.posting import Messenger, Wire
from bot.core.settings import BlockService, SettingsService
from bot.core.thinking import Processes, Thinks
from bot.core.timers import Scheduler
from bot.core.upkeep import Pruning
from bot.core.waking import ended_within
from bot.features import leaderboards, moves, ratings, replays, timekeeping
from bot.features.challenges import ChallengeService
from bot.features.greetings import GreetingService
from bot.features.ladders import (
    Following,
    LadderManagement,
    LadderService,
    LadderStore,
    effect_of,
    lost_standings,
)
from bot.features.matches import Boards, OldBoards, boards_part
from bot.features.moves import conditionals
from bot.features.places import LostService, Places, waiting_for_places
from bot.features.practice import PracticeService, opponents
from bot.features.privacy import PrivacyService
from bot.features.profiles import ProfileService
from bot.features.puzzles import PuzzleService, WeeklyService, count_solver, lost_channel
from bot.features.reminders import IdleService, ReminderService, reminders_part
from bot.features.replays import ReplayService, Reviews, SharingService
from bot.features.requests import InboxService, Requests, requests_part
from bot.features.rulings import RulingService
from bot.features.tournaments import (
    Fitting,
    Progress,
    TournamentFollowing,
    TournamentManagement,
    TournamentService,
    TournamentStore,
    contests_of,
    lost_entry_roles,
)
from bot.features.watching import WatchService, watching_part
from data.database import Database
from data.shards import ALL, Shards
from data.states import TimerKind

HEART = timekeeping.Heart()
RANDOMNESS = SystemRandom()

TIMEOUT = timedelta(seconds=30)
"""How long Discord may take for one answer to delivery."""
DRAWING = timedelta(seconds=1)
"""How long pictures that are being drawn may take at the end."""


class Services:
    """What people can do on an open database, and what does it in the background.

    It does so for these shards, which nobody else serves if ``alone``. ``renderer`` and ``thinker``
    stand in place of a renderer and processes of its own.
    """

    def __init__(
        self,
        database: Database,
        messenger: Messenger,
        renderer: Draws | None,
        now: Now,
        *,
        randomness: Random = RANDOMNESS,
        thinker: Thinks | None = None,
        timeout: timedelta = TIMEOUT,
        heart: timekeeping.Heart = HEART,
        shards: Shards = ALL,
        alone: bool | None = None,
    ) -> None:
        self.database, self._now, self._wire = database, now, Wire(messenger, timeout)
        self._store = store = MatchStore(now, messenger.locale_of)
        self._old_boards = OldBoards(database, store, self._wire)
        self._ladder_store = LadderStore(now, (leaderboards.follow_first,))
        self._ladder_following = on_ladders = Following(self._ladder_store, now)
        cups = TournamentStore(now, (leaderboards.follow_first,))
        progress = Progress(cups, store, randomness, Fitting(self._wire, now))
        self._cup_following = TournamentFollowing(cups, progress)
        credit = (on_ladders.credit, self._cup_following.credit)
        self.presence = timekeeping.Presence(database, now, heart, shards, credit)
        self.vacations = timekeeping.VacationService(
            *(database, store, self.presence, now, (on_ladders.vacation,), (contests_of,))
        )
        self.challenges = ChallengeService(
            *(database, store, now, randomness, (on_ladders.check,), (on_ladders.settled,))
        )
        self.ladders = LadderService(database, self._ladder_store, self.challenges, now)
        self.ladder_management = LadderManagement(database, self._ladder_store, now)
        self.tournaments = TournamentService(database, cups, progress, now)
        self.tournament_management = TournamentManagement(database, cups, progress, now)
        of_leaderboards = (leaderboards.lost_lists, leaderboards.lost_roles)
        finders = (lost_standings, *of_leaderboards, lost_channel, lost_entry_roles)
        self.lost = LostService(database, now, messenger, finders)
        self.places = self._watch_places(messenger, shards)
        thinker = thinker or Processes()
        self.practice = PracticeService(database, now, randomness, thinker)
        self._offer(PictureService(renderer), thinker)
        self.part = part = joined(self._parts())
        store.hooks = part
        self.privacy = PrivacyService(database, store, now, part.forget, part.withdraw)
        self.pruning = Pruning(database, prunes_of(part), now)
        self.scheduler = Scheduler(
            *(database, waiting_for_places(part.timers), now),
            holds=timekeeping.Breaker(self.presence).held,
            patient=(TimerKind.TOURNAMENT, TimerKind.ABSENCE),
        )
        posts = {post.kind: post for post in part.posts}
        self.delivery = Delivery(
            *(database, posts, now, self._wire, self._old_boards),
            shards=shards,
            alone=alone,
            refused=self.places.refused,
        )

    def _watch_places(self, messenger: Messenger, shards: Shards) -> Places:
        """What notices where the bot cannot be, and has it followed when that is over."""
        ladders, cups, challenges = self._ladder_following, self._cup_following, self.challenges
        back = (challenges.absence_over, ladders.absence_over, cups.absence_over, self._take_up)
        return Places(
            *(self.database, self._store, messenger, self.presence, self._now, shards),
            over=back,
            given_up=(cups.give_up, challenges.give_up),
        )

    def _take_up(self, connection: Connection, absence: Absence, now: datetime) -> None:
        """Have the newest told of what was refused, or has waited, where the bot could not be."""
        waiting = [post.kind for post in self.part.posts if post.waits]
        there = outbox.in_server(absence.server_id)
        outbox.take_up(connection, now, waiting, there)
        outbox_places.drop_older(connection, now, waiting, there)

    def _offer(self, pictures: PictureService, thinker: Thinks) -> None:
        """What stands on the database and the matches alone."""
        database, store, now = self.database, self._store, self._now
        self.pictures = pictures
        self.matches = MatchService(database, store, now)
        self.inbox = InboxService(database, now)
        self.composer = moves.ComposerService(database, store, now)
        self.conditionals = conditionals.ConditionalService(database, store, now)
        self.clocks = timekeeping.ClockService(database, store, now)
        self.requests = Requests(database, store, now)
        self.rulings = RulingService(database, store, now)
        self.replay = ReplayService(database, store, now)
        self.sharing = SharingService(database, store, now, self._wire, pictures)
        self.puzzles = PuzzleService(database, now, count_solver)
        self.weekly = WeeklyService(database, now)
        self.greetings = GreetingService(database, self._wire, now)
        self.settings = SettingsService(database, now)
        self.blocks = BlockService(database, now, (self._ladder_following.blocked,))
        self.reminders = ReminderService(database, now)
        self.idle = IdleService(database, store, now)
        self.watching = WatchService(database, store, now)
        self.leaderboards = leaderboards.LeaderboardService(database, now)
        self.champions = leaderboards.ChampionService(database, now)
        self.live_lists = leaderboards.LiveService(database, now)
        self.profiles = ProfileService(database, now)
        self.hints = opponents.HintService(database, store, thinker)
        self.opponents = opponents.Opponents(database, store, thinker, now)
        self.reviews = Reviews(database, store, thinker, now)
        self.exports = OneAtATime()

    def _parts(self) -> tuple[Part, ...]:
        """Every part, in the order in which they take part in a change.

        Time comes first, because what follows reads it. Results come before leaderboards and
        ladders, which read them. The board comes after all that it shows. Counting comes last, when
        nothing can fail any more. A person who is forgotten loses champions' roles before places on
        ladders, so that no role comes back.
        """
        database, store, wire, now = self.database, self._store, self._wire, self._now
        roles = leaderboards.Roles(database, self._ladder_store, wire, now)
        boards = Boards(
            *(database, store, self.presence, self.pictures, self._old_boards, wire, now),
            effect_of,
        )
        return (
            timekeeping.time_part(store, self.presence, self.vacations),
            requests_part(store),
            reminders_part(store, now),
            ratings.PART,
            leaderboards.leaderboards_part(roles),
            self._ladder_following.part(),
            self._cup_following.part(),
            boards_part(boards),
            watching_part(store, wire),
            opponents.PART,
            replays.PART,
            conditionals.PART,
            moves.PART,
            self.challenges.part(),
            self.weekly.part(self.pictures),
            self.sharing.part(),
            self.greetings.part(self.pictures),
            self.places.part(),
            Part(changed=(Hook(count_entry, SINCE_BEGUN),)),
        )

    async def aclose(self) -> None:
        """Finish the pictures being drawn, think no more, and let go of the database."""
        await self.opponents.aclose()
        await ended_within("pictures", DRAWING, self.pictures.aclose())
        await self.database.close()


def count_entry(connection: Connection, change: Change, now: datetime) -> None:  # noqa: ARG001
    # the signature is that of every listener
    """Count the entry that a change has written, when its transaction is committed."""
    last = change.after.last
    if last is not None:
        counter = ENTRIES.labels(last.kind.value)
        event.listen(connection, "commit", lambda _: counter.inc(), once=True)
