"""A clock and a Discord that a test holds in its hand."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.core.absences import Why
from bot.core.matches import MatchState
from bot.core.pictures import picture_of
from bot.core.posting import (
    MAX_ROLE_QUERY,
    Access,
    ChannelGone,
    MessageGone,
    Sent,
    ServerGone,
    TryLater,
)
from bot.features.challenges import Challenge
from bot.features.clubs.values import ClubCard, ClubNews
from bot.features.daily.posts import DailyCard, SharedDaily
from bot.features.help.service import Greeting
from bot.features.ladders.values import LadderCard, LadderNews
from bot.features.leaderboards.live import LiveLeaderboard
from bot.features.matches.boards import PostedBoard
from bot.features.places import AbsenceCard
from bot.features.reminders import Digest
from bot.features.reminders.posts import ReminderCard
from bot.features.replays.sharing import SharedMatch
from bot.features.requests import MatchRequest
from bot.features.timekeeping.service import ClockNews
from bot.features.tournaments.log import TournamentNotice
from bot.features.tournaments.values import TournamentCard, TournamentNews
from bot.features.watching.service import FollowedEnd
from bot.screen.messenger.channels import REQUEST_LIMIT
from data.ids import ChannelId, MatchId, MessageId, PlayerId, RoleId, ServerId
from data.states import AbsenceReason, ThreadFallback
from renderer import PictureRequest, Poster, ShareCard, alt_text
from renderer.charts import Chart
from renderer.scene import Scene
from rules.game import Position
from rules.texts import ENGLISH, Text, Wording

DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
DIRECTS = 3_000_000
"""The numbers of people's direct messages begin here."""


def snowflake(moment: datetime) -> int:
    """The first number that Discord gives to what is made then."""
    return (moment - DISCORD_EPOCH) // timedelta(milliseconds=1) << 22


class ManualClock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **parts: float) -> None:
        self.now += timedelta(**parts)


class RunningClock(ManualClock):
    def __init__(self) -> None:
        """Nothing is to be set."""

    @property
    def now(self) -> datetime:  # type: ignore[override]  # the other one is set by hand
        return datetime.now(UTC)


class PlainRenderer:
    """Draws nothing, quickly."""

    def still(self, request: PictureRequest) -> bytes:
        return f"picture at {request.position.ply}".encode()

    def picture(self, scene: Scene, theme: str) -> bytes:
        return f"{theme} {type(scene).__name__}".encode()

    def share_card(self, card: ShareCard) -> bytes:
        return f"card of {' and '.join(card.names)}".encode()

    def poster(self, poster: Poster) -> bytes:
        return f"poster of {' and '.join(poster.card.names)}, {poster.subtitle!s}".encode()

    def chart(self, chart: Chart, theme: str, wording: Wording = ENGLISH) -> bytes:
        del wording
        return f"{theme} {type(chart).__name__}".encode()

    def lens(self, request: PictureRequest) -> bytes:
        return f"lens at {request.position.ply}".encode()

    def motion(self, before: Position, after: PictureRequest) -> bytes:
        return f"motion from {before.ply} to {after.position.ply}".encode()

    def replay(self, frames: Iterable[PictureRequest]) -> bytes:
        shown = list(frames)
        return f"{shown[0].theme} replay of {len(shown)}".encode()


@dataclass
class Message:
    """A board as it was posted."""

    id: MessageId
    channel_id: ChannelId
    match_id: MatchId
    ply: int
    nonce: str
    fallback: ThreadFallback | None
    alt: str
    buttons: bool = True
    looked_back: list[int] = field(default_factory=list)


@dataclass
class CardMessage:
    """A challenge's or request's card; ``shown`` are its states, the one it was posted with first.

    ``name`` tells whose card it is: ``challenge 1``, ``undo 2``.
    """

    id: MessageId
    channel_id: ChannelId
    name: str
    nonce: str
    shown: list[str]


@dataclass(frozen=True)
class Fault:
    """What goes wrong with a call: ``error`` is raised before or after it is done."""

    error: BaseException
    afterwards: bool = False


@dataclass
class ScriptedDiscord:
    """A Messenger that keeps messages in memory and fails as it is told to.

    ``calls`` are the names of the calls that came, in order; ``hung`` is how many hang now.
    """

    messages: list[Message] = field(default_factory=list)
    roles: dict[RoleId, PlayerId | None] = field(default_factory=dict)
    locales: dict[ServerId, str] = field(default_factory=dict)
    deleted_roles: set[RoleId] = field(default_factory=set)
    having: dict[RoleId, set[PlayerId]] = field(default_factory=lambda: defaultdict(set))
    cards: list[CardMessage] = field(default_factory=list)
    removed: list[CardMessage] = field(default_factory=list)
    directs: list[tuple[PlayerId, str, Sent]] = field(default_factory=list)
    shut_out: set[PlayerId] = field(default_factory=set)
    threads: dict[MatchId, ChannelId] = field(default_factory=dict)
    talks: dict[MessageId, str] = field(default_factory=dict)
    gone: set[ChannelId] = field(default_factory=set)
    left: set[ServerId] = field(default_factory=set)
    shut: dict[ChannelId, Why] = field(default_factory=dict)
    unknown: bool = False
    forbidden: dict[ChannelId, BaseException] = field(default_factory=dict)
    faults: dict[str, deque[Fault]] = field(default_factory=lambda: defaultdict(deque))
    hanging: set[ChannelId] = field(default_factory=set)
    calls: list[str] = field(default_factory=list)
    hung: int = 0
    answer_within: timedelta = REQUEST_LIMIT
    clock: ManualClock = field(default_factory=ManualClock)
    at: dict[MessageId, datetime] = field(default_factory=dict)
    """When each message was posted, by its own clock, by which it is looked for."""

    def fail(self, call: str, error: BaseException, *, afterwards: bool = False) -> None:
        self.faults[call].append(Fault(error, afterwards))

    def posted(self, match_id: MatchId) -> list[int]:
        """The plies shown for the match, in the order in which they were posted."""
        return [message.ply for message in self.messages if message.match_id == match_id]

    def reminders(self) -> list[str]:
        return [card.name for card in self.cards if " for " in card.name]

    def time(self) -> datetime:
        return self.clock()

    async def open_thread(self, match: MatchState, since: datetime) -> ChannelId:
        assert since < self.clock()
        fault = await self._begin("open_thread", match.channel_id)
        if match.match.beside is not None and match.match.beside.seat == 0:
            # the other player's place in a club match
            thread_id = ChannelId(2_000_000 + match.id)
        else:
            thread_id = self.threads.setdefault(match.id, ChannelId(1_000_000 + match.id))
        self._end(fault)
        return thread_id

    async def open_talk(self, channel_id: ChannelId, message_id: MessageId, title: Text) -> None:
        fault = await self._begin("open_talk", channel_id)
        if message_id not in {each.id for each in self.cards}:
            raise MessageGone
        self.talks[message_id] = str(title)
        self._end(fault)

    async def pass_role(
        self,
        server_id: ServerId,
        role_id: RoleId,
        before: Collection[PlayerId],
        after: PlayerId | None,
    ) -> PlayerId | None:
        assert self.roles.get(role_id) in (None, after, *before)
        fault = await self._begin("pass_role", ChannelId(server_id))
        self.roles[role_id] = after
        self._end(fault)
        return after

    def access(self, server_id: ServerId, channel_id: ChannelId) -> Access | Why:
        if self.unknown:
            return Access.UNKNOWN
        if server_id in self.left:
            return Why(AbsenceReason.REMOVED)
        return self.shut.get(channel_id, Access.OPEN)

    def channels_to_greet(self, server_id: ServerId) -> tuple[ChannelId, ...]:
        return () if server_id in self.left else (ChannelId(server_id),)

    async def ask_access(self, server_id: ServerId, channel_id: ChannelId) -> Access | Why:
        return self.access(server_id, channel_id)

    async def require_server(self, server_id: ServerId) -> None:
        if server_id in self.left:
            raise ServerGone

    async def leave(self, server_id: ServerId) -> None:
        self._end(await self._begin("leave", ChannelId(server_id)))
        self.left.add(server_id)

    def locale_of(self, server_id: ServerId) -> str | None:
        return self.locales.get(server_id)

    def has_role(self, server_id: ServerId, role_id: RoleId) -> bool:
        assert server_id
        return role_id not in self.deleted_roles

    async def holders(
        self, server_id: ServerId, role_id: RoleId, people: Collection[PlayerId]
    ) -> Collection[PlayerId]:
        assert len(people) <= MAX_ROLE_QUERY
        self._end(await self._begin("holders", ChannelId(server_id)))
        return self.having[role_id] & {*people}

    async def direct(self, player_id: PlayerId) -> ChannelId:
        return ChannelId(DIRECTS + player_id)

    async def post(
        self, channel_id: ChannelId, card: object, nonce: str, reply_to: MessageId | None = None
    ) -> MessageId:
        assert nonce
        assert reply_to is None or reply_to in {each.id for each in self.messages}
        fault = await self._begin(call_of("post", channel_id, card), channel_id)
        number = self._next_id()
        if isinstance(card, PostedBoard):
            told = None if card.fallback == card.match.match.thread_fallback else card.fallback
            match = card.match
            alt = str(alt_text(picture_of(match), match.sentence))
            self.messages.append(Message(number, channel_id, match.id, match.ply, nonce, told, alt))
        elif isinstance(card, FollowedEnd):
            self.directs.append((card.player_id, _of_end(card), (channel_id, number)))
        elif isinstance(card, AbsenceCard):
            self.directs.append((card.player_id, name_of(card), (channel_id, number)))
        else:
            shown = [state_of(card)]
            self.cards.append(CardMessage(number, channel_id, name_of(card), nonce, shown))
        self._end(fault)
        return number

    async def edit(self, channel_id: ChannelId, message_id: MessageId, card: object) -> None:
        if isinstance(card, PostedBoard):
            await self._edit_board(channel_id, message_id, card)
            return
        fault = await self._begin("edit_card", channel_id)
        found = [each for each in self.cards if each.id == message_id]
        if not found:
            raise MessageGone
        assert (found[0].channel_id, found[0].name) == (channel_id, name_of(card))
        found[0].shown.append(state_of(card))
        self._end(fault)

    async def _edit_board(
        self, channel_id: ChannelId, message_id: MessageId, board: PostedBoard
    ) -> None:
        fault = await self._begin(call_of("edit", channel_id, board), channel_id)
        found = [message for message in self.messages if message.id == message_id]
        if not found:
            raise MessageGone
        assert (found[0].match_id, found[0].ply) == (board.match.id, board.match.ply)
        found[0].buttons = board.newest
        found[0].looked_back += [board.looked_back] if board.looked_back else []
        self._end(fault)

    async def find(self, channel_id: ChannelId, card: object, since: datetime) -> MessageId | None:
        fault = await self._begin(call_of("find", channel_id, card), channel_id)
        found = [
            number
            for place, number, name in self._there()
            if (place, name) == (channel_id, _mark(card)) and self.at[number] > since
        ]
        self._end(fault)
        return found[0] if found else None

    def _there(self) -> Iterator[tuple[ChannelId, MessageId, object]]:
        """Every message: where it is, and what it is recognised by."""
        for message in self.messages:
            yield message.channel_id, message.id, (message.match_id, message.ply)
        for card in self.cards:
            yield card.channel_id, card.id, card.name
        for _, words, (channel_id, number) in self.directs:
            yield channel_id, number, words

    async def remove(self, channel_id: ChannelId, message_id: MessageId) -> None:
        fault = await self._begin("remove", channel_id)
        if message_id not in {each.id for each in self.cards}:
            raise MessageGone
        self.removed += [each for each in self.cards if each.id == message_id]
        self.cards = [each for each in self.cards if each.id != message_id]
        self._end(fault)

    async def may_look(self, player_id: PlayerId, match: MatchState) -> bool:
        self._end(await self._begin("may_look", match.channel_id))
        return player_id not in self.shut_out

    def _next_id(self) -> MessageId:
        sent = (self.messages, self.cards, self.removed, self.directs)
        number = MessageId(snowflake(self.clock()) + sum(len(each) for each in sent))
        self.at[number] = self.clock()
        return number

    async def _begin(self, call: str, channel_id: ChannelId) -> Fault | None:
        self.calls.append(call)
        await asyncio.sleep(0)
        if channel_id in self.hanging:
            await self._hang()
        if channel_id in self.gone:
            raise ChannelGone
        if channel_id in self.forbidden:
            raise self.forbidden[channel_id]
        fault = self.faults[call].popleft() if self.faults[call] else None
        if fault is not None and not fault.afterwards:
            raise fault.error
        return fault

    async def _hang(self) -> None:
        self.hung += 1
        try:
            async with asyncio.timeout(self.answer_within.total_seconds()):
                await asyncio.Event().wait()
        except TimeoutError as error:
            raise TryLater from error
        finally:
            self.hung -= 1

    def _end(self, fault: Fault | None) -> None:
        if fault is not None:
            raise fault.error


def call_of(method: str, channel_id: ChannelId, card: object) -> str:
    """What a call of ``post``, ``edit`` or ``find`` is for."""
    if method == "edit" and isinstance(card, PostedBoard):
        return "show_looked_back" if card.newest else "retire_board"
    if isinstance(card, PostedBoard):
        return f"{method}_board"
    if isinstance(card, SharedMatch):
        return f"{method}_share"
    if isinstance(card, FollowedEnd):
        return f"{method}_direct"
    is_direct = method == "post" and channel_id >= DIRECTS
    return f"{method}_direct_card" if is_direct else f"{method}_card"


def _mark(card: object) -> object:
    if isinstance(card, PostedBoard):
        return card.match.id, card.match.ply
    return _of_end(card) if isinstance(card, FollowedEnd) else name_of(card)


def _of_end(end: FollowedEnd) -> str:
    people = "".join(f" <@{each}>" for each in end.people)
    return f"{end.match.id} is over.{people}"


NAMES: dict[type, Callable[[Any], str]] = {
    AbsenceCard: lambda card: f"absence {card.news} for {card.player_id}",
    SharedMatch: lambda card: f"share {card.match.id}",
    LiveLeaderboard: lambda card: f"list {card.list.id}",
    DailyCard: lambda card: f"daily {card.post.day}",
    SharedDaily: lambda card: f"daily {card.day} of {card.player_id}",
    Greeting: lambda card: f"greeting of {card.server_id}",
    Digest: lambda card: f"digest of {card.player_id}",
    ReminderCard: lambda card: f"{card.reminder.kind} for {card.player_id} in {card.match.id}",
    LadderCard: lambda card: f"ladder {card.state.ladder.id}",
    LadderNews: lambda card: f"ladder news {card.entry.id}",
    TournamentCard: lambda card: f"card of cup {card.tournament.id}",
    TournamentNews: lambda card: f"tournament {card.event.id}",
    TournamentNotice: lambda card: f"tournament line {card.event.id} for {card.player_id}",
    MatchRequest: lambda card: f"{card.kind} {card.id}",
    ClubCard: lambda card: f"club {card.club.id} on side {card.side.number}",
    ClubNews: lambda card: f"club news {card.entry.id} on side {card.card.side.number}",
}
STATES: dict[type, Callable[[Any], str]] = {
    ClockNews: lambda card: str(card.line.kind),
    LiveLeaderboard: lambda card: " ".join(str(line.player_id) for line in card.page.lines),
    DailyCard: lambda card: (
        f"{card.counts.solved}/{card.counts.first}{' closed' if card.post.closed else ''}"
    ),
    Digest: lambda card: " ".join(str(each.id) for each in card.waiting),
    ReminderCard: lambda card: "direct messages closed" if card.reminder.direct_closed else "told",
    LadderCard: lambda card: " ".join(str(line.player_id) for line in card.lines),
    LadderNews: lambda card: str(card.entry.kind),
    TournamentCard: lambda card: f"{card.tournament.state} {card.digest}",
    TournamentNews: lambda card: card.event.kind,
    ClubCard: lambda card: f"{card.club.contest.state} {card.club.score}",
    ClubNews: lambda card: card.entry.kind,
    Challenge: lambda card: " ".join([card.state, *map(str, card.accepted)]),
    MatchRequest: lambda card: " ".join([card.state, *map(str, card.granted)]),
}


def name_of(card: Any) -> str:
    if type(card) in NAMES:
        return NAMES[type(card)](card)
    return f"{type(card).__name__.removesuffix('News').lower()} {card.id}"


def state_of(card: Any) -> str:
    """What the card tells of how things stand: the state, and who has agreed."""
    return STATES[type(card)](card) if type(card) in STATES else "shown"
