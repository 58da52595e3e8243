"""What an area takes part in, declared where the area stands."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection

from bot.services import outbox
from bot.services.matches import Check, FollowUp, Hook, Hooks, When
from bot.services.posting import PostKind
from bot.services.timers import TimerAction
from data.ids import PlayerId
from data.states import MessageKind, TimerKind

Kind = TypeVar("Kind")
Found = TypeVar("Found")

Forget: TypeAlias = Callable[[Connection, PlayerId, datetime], None]
"""Takes somebody out of an area who is about to be forgotten."""


@dataclass(frozen=True, slots=True)
class Prune:
    """Removes up to a number of rows made before a time; how many there were."""

    name: str
    kept: timedelta
    work: Callable[[Connection, datetime, int], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The hooks of an area. What it leaves out costs nothing.

    ``check``, ``keep``, ``changed`` and ``follow_up`` take part in changes of matches (``Hooks``),
    ``timers`` says what each kind of timer does, ``posts`` are the kinds of messages, ``forget``
    takes part in deleting a person, ``withdraw`` does before their running matches are resigned,
    and ``prune`` removes rows that nobody needs any more.
    """

    check: tuple[When[Check], ...] = ()
    keep: tuple[Hook, ...] = ()
    changed: tuple[Hook, ...] = ()
    follow_up: tuple[When[FollowUp], ...] = ()
    timers: Mapping[TimerKind, TimerAction] = field(default_factory=dict)
    posts: tuple[PostKind[Any], ...] = ()
    withdraw: tuple[Forget, ...] = ()
    forget: tuple[Forget, ...] = ()
    prune: tuple[Prune, ...] = ()


def hooks_of(parts: Iterable[Part]) -> Hooks:
    """Who takes part in the changes of matches: within each hook in the order of the parts."""
    known = tuple(parts)
    return Hooks(
        check=tuple(hook for part in known for hook in part.check),
        keep=tuple(hook for part in known for hook in part.keep),
        changed=tuple(hook for part in known for hook in part.changed),
        follow_up=tuple(hook for part in known for hook in part.follow_up),
    )


def timers_of(parts: Iterable[Part]) -> dict[TimerKind, TimerAction]:
    """What each kind of timer does; raises ValueError where two parts answer one kind."""
    return _each_once(pair for part in parts for pair in part.timers.items())


def posts_of(parts: Iterable[Part]) -> dict[MessageKind, PostKind[Any]]:
    """The kinds of messages; raises ValueError where two parts answer one kind."""
    return _each_once((post.kind, post) for part in parts for post in part.posts)


def forgets_of(parts: Iterable[Part]) -> tuple[tuple[Forget, ...], tuple[Forget, ...]]:
    """Who takes part in deleting a person: before their matches are resigned, and after."""
    known = tuple(parts)
    before = tuple(forget for part in known for forget in part.withdraw)
    return before, tuple(forget for part in known for forget in part.forget)


def prunes_of(parts: Iterable[Part]) -> tuple[Prune, ...]:
    """What is removed when nobody needs it any more, and what was posted."""
    known = tuple(parts)
    once = [post.kind for post in posts_of(known).values() if post.once]
    told = Prune("told", timedelta(days=30), partial(outbox.prune, once))
    return (told, *(prune for part in known for prune in part.prune))


def _each_once(pairs: Iterable[tuple[Kind, Found]]) -> dict[Kind, Found]:
    found: dict[Kind, Found] = {}
    for kind, value in pairs:
        if kind in found:
            raise ValueError(f"two parts answer {kind}")
        found[kind] = value
    return found
