"""The hooks of a feature."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from typing import Any, TypeAlias

from sqlalchemy import Connection

from bot.core import outbox
from bot.core.events import Listener, Listeners
from bot.core.matches import Hooks
from bot.core.posting import PostKind
from bot.core.timers import Holds, TimerAction
from data.ids import PlayerId
from data.states import TimerKind

Forget: TypeAlias = Callable[[Connection, PlayerId, datetime], None]
"""Removes a person from a feature before their data is deleted."""


@dataclass(frozen=True, slots=True)
class Prune:
    """Deletes old rows: ``work`` removes up to so many from before a time, and counts them."""

    name: str
    kept: timedelta
    work: Callable[[Connection, datetime, int], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Hooks):
    """The hooks of a feature, besides those in changes of matches.

    - ``timers``: what each kind of timer does. ``holds``: which kinds must wait.
    - ``hears``: listeners for events.
    - ``posts``: its kinds of messages.
    - ``withdraw``, ``forget``: called when a person is deleted, before and after their running
      matches are resigned.
    - ``prune``: deletes rows that are no longer needed.
    - ``closing``: called when the bot stops.
    """

    timers: Mapping[TimerKind, TimerAction] = field(default_factory=dict)
    holds: tuple[Holds, ...] = ()
    hears: Listeners = field(default_factory=dict)
    posts: tuple[PostKind[Any], ...] = ()
    withdraw: tuple[Forget, ...] = ()
    forget: tuple[Forget, ...] = ()
    prune: tuple[Prune, ...] = ()
    closing: tuple[Callable[[], Awaitable[None]], ...] = ()


def merged(parts: Iterable[Part]) -> Part:
    """All parts as one, in order; raises ValueError if two declare the same kind."""
    known = tuple(parts)
    whole: dict[str, Any] = {
        each.name: tuple(chain.from_iterable(getattr(part, each.name) for part in known))
        for each in fields(Part)
    }
    for kinds in (whole["timers"], [post.kind for post in whole["posts"]]):
        for kind, count in Counter(kinds).items():
            if count > 1:
                raise ValueError(f"two parts answer {kind}")
    timers = {kind: action for part in known for kind, action in part.timers.items()}
    hears: dict[type[Any], tuple[Listener, ...]] = {}
    for part in known:
        for event, listeners in part.hears.items():
            hears[event] = (*hears.get(event, ()), *listeners)
    return Part(**{**whole, "timers": timers, "hears": hears})


def prunes_of(part: Part) -> tuple[Prune, ...]:
    """All prunes of the features, and that of the outbox."""
    once = [post.kind for post in part.posts if post.once]
    return (Prune("told", timedelta(days=30), partial(outbox.prune, once)), *part.prune)
