"""The acts of managers: for each its button, and what it asks, changes and says."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection

from bot.core.actor import Actor
from bot.features.ladders import entries, errors, places, storage
from bot.features.ladders.entries import LadderEntry, LadderKind
from bot.features.ladders.values import LadderState
from data.ids import PlayerId
from rules.texts import Text

NOBODY = PlayerId(0)


class Act(StrEnum):
    """What a button of the panel does; ``PANEL`` shows it, ``CORRECT`` and ``AUDIT`` lists."""

    PANEL = "panel"
    CREATE = "create"
    POST = "post"
    INVITE = "invite"
    PLACE = "place"
    REMOVE = "remove"
    FREEZE = "freeze"
    THAW = "thaw"
    CORRECT = "correct"
    AUDIT = "audit"
    CLOSE = "close"


class Question(StrEnum):
    """What the form of an act asks; ``WHO`` is a player on the ladder, or their place."""

    GAME = "game"
    CLOCK = "clock"
    CHANNEL = "channel"
    JOINS = "joins"
    PLAYER = "player"
    WHO = "who"
    PLACE = "place"
    REASON = "reason"


@dataclass(frozen=True, slots=True)
class Doing:
    """An act that is being done now, in a transaction that has locked the ladder."""

    connection: Connection
    actor: Actor
    state: LadderState
    now: datetime
    player_id: PlayerId
    place: int
    reason: str | None

    def on_ladder(self) -> PlayerId:
        """The player whom it is about; raises NotOnLadder."""
        if self.player_id not in self.state.standings.rungs:
            raise errors.NotOnLadder(self.state.ladder, self.player_id)
        return self.player_id

    def entry(
        self, kind: LadderKind, player_id: PlayerId | None = None, place: int | None = None
    ) -> LadderEntry:
        """An entry of this kind, by the actor and with the reason."""
        return LadderEntry(
            kind,
            self.now,
            player_id,
            manager_id=self.actor.id,
            reason=self.reason,
            place=place,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagersAct:
    """An act of managers.

    - ``label``: of its button. ``when``: whether the panel of a ladder has the button.
    - ``asks``: what its form asks; without, it is done at once.
    - ``does``: makes the change, or gives the entry of the history that does; raises a
      ServiceError. ``even_closed``: also on a ladder that is closed.
    - ``done`` is said afterwards, if not what is said after every entry.
    """

    label: Text
    when: Callable[[LadderState], bool] = lambda _: True
    asks: tuple[Question, ...] = ()
    does: Callable[[Doing], LadderEntry | None] = lambda _: None
    even_closed: bool = False
    done: Text | None = None


def check_open(state: LadderState) -> None:
    """Raise LadderClosed if the ladder is over."""
    if state.standings.closed_at:
        raise errors.LadderClosed(state.ladder)


def check_joining(state: LadderState, player_id: PlayerId) -> None:
    """Raise LadderClosed, AlreadyOnLadder or LadderFull if the player cannot get a place."""
    check_open(state)
    place = state.standings.place_of(player_id)
    if place is not None:
        raise errors.AlreadyOnLadder(state.ladder, place)
    if len(state.standings.order) >= places.MOST_PEOPLE:
        raise errors.LadderFull(state.ladder, places.MOST_PEOPLE)


def _post(doing: Doing) -> None:
    """Post the standings in the actor's channel from now on, in a new message."""
    ladder_id, channel_id = doing.state.ladder.id, doing.actor.place.channel_id
    storage.STANDINGS.move(doing.connection, ladder_id, channel_id, doing.now)


def _invite(doing: Doing) -> None:
    """Invite a player to join. Raises AlreadyOnLadder or LadderFull."""
    check_joining(doing.state, doing.player_id)
    storage.invite(doing.connection, doing.state.ladder.id, doing.player_id, doing.now)


def _move(doing: Doing) -> LadderEntry:
    """Move a player to a place, from 1. Raises NotOnLadder."""
    who, last = doing.on_ladder(), len(doing.state.standings.order)
    nearest = max(1, min(doing.place, last))
    return doing.entry(entries.SHIFTED, who, nearest)


def _freeze(doing: Doing) -> LadderEntry:
    """Freeze the ladder and the clocks of its matches. Raises LadderFrozen."""
    if doing.state.is_frozen:
        raise errors.LadderFrozen(doing.state.ladder)
    return doing.entry(entries.FROZEN)


def _thaw(doing: Doing) -> LadderEntry:
    """Unfreeze the ladder. Raises LadderNotFrozen."""
    if not doing.state.is_frozen:
        raise errors.LadderNotFrozen(doing.state.ladder)
    return doing.entry(entries.UNFROZEN)


ACTS = {
    Act.PLACE: ManagersAct(
        label=Text("Move a player", "button"),
        asks=(Question.WHO, Question.PLACE, Question.REASON),
        does=_move,
    ),
    Act.REMOVE: ManagersAct(
        label=Text("Remove a player", "button"),
        asks=(Question.WHO, Question.REASON),
        does=lambda doing: doing.entry(entries.EXPELLED, doing.on_ladder()),
    ),
    Act.CORRECT: ManagersAct(label=Text("Correct a match", "button")),
    Act.FREEZE: ManagersAct(
        label=Text("Freeze", "button"),
        when=lambda state: not state.is_frozen,
        asks=(Question.REASON,),
        does=_freeze,
    ),
    Act.THAW: ManagersAct(
        label=Text("Unfreeze", "button"),
        when=lambda state: state.is_frozen,
        does=_thaw,
    ),
    Act.AUDIT: ManagersAct(label=Text("Unusual records", "button")),
    Act.POST: ManagersAct(
        label=Text("Post elsewhere", "button"),
        asks=(Question.CHANNEL,),
        does=_post,
        even_closed=True,
        done=Text("The standings of the {ladder} ladder are posted in {channel}."),
    ),
    Act.INVITE: ManagersAct(
        label=Text("Invite", "button"),
        when=lambda state: state.ladder.by_invitation,
        asks=(Question.PLAYER,),
        does=_invite,
        done=Text("{player} can now join the {ladder} ladder with `/ladder join`. Let them know."),
    ),
    Act.CREATE: ManagersAct(
        label=Text("New ladder", "button"),
        asks=(Question.GAME, Question.CLOCK, Question.CHANNEL, Question.JOINS),
    ),
    Act.CLOSE: ManagersAct(
        label=Text("Close for good", "button"),
        asks=(Question.REASON,),
        does=lambda doing: doing.entry(entries.CLOSED),
    ),
}
"""All acts, in the order of their buttons."""
