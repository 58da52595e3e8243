"""What a feature takes part in."""

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
"""Takes somebody out of a feature who is about to be forgotten."""


@dataclass(frozen=True, slots=True)
class Prune:
    """Removes up to a number of rows made before a time; how many there were."""

    name: str
    kept: timedelta
    work: Callable[[Connection, datetime, int], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Hooks):
    """The hooks of a feature. What it leaves out costs nothing.

    Besides those in changes of matches, ``timers`` says what each kind of timer does, and ``holds``
    which kinds must wait. ``hears`` are listeners for events. ``posts`` are the kinds of messages,
    ``forget`` takes part in deleting a person, ``withdraw`` does before their running matches are
    resigned, ``prune`` removes rows that nobody needs any more, and ``closing`` lets go of what is
    held when the bot ends.
    """

    timers: Mapping[TimerKind, TimerAction] = field(default_factory=dict)
    holds: tuple[Holds, ...] = ()
    hears: Listeners = field(default_factory=dict)
    posts: tuple[PostKind[Any], ...] = ()
    withdraw: tuple[Forget, ...] = ()
    forget: tuple[Forget, ...] = ()
    prune: tuple[Prune, ...] = ()
    closing: tuple[Callable[[], Awaitable[None]], ...] = ()


def joined(parts: Iterable[Part]) -> Part:
    """The parts as one, in their order; raises ValueError where two answer one kind."""
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
    """What is removed when nobody needs it any more, and what was posted."""
    once = [post.kind for post in part.posts if post.once]
    return (Prune("told", timedelta(days=30), partial(outbox.prune, once)), *part.prune)
