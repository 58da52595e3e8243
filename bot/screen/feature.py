"""The declaration of a feature."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.core.services import Hooks, Maker, Services
from bot.screen.interaction import Screen

Job = Callable[[Services], Callable[[], Any]]
"""Returns a coroutine function that runs until the bot stops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature. ``bot.app`` finds the ``FEATURE`` of every folder in ``bot/features``.

    - ``services``: how each of its services is made. ``hooks``: what it takes part in.
    - ``screens``: its commands, buttons and pages. ``jobs``: its background tasks, by name.
    - ``after``, ``before``: features whose hooks are called before, or after, those of this one.
    """

    services: Mapping[type[Any], Maker] = field(default_factory=dict)
    hooks: Callable[[Services], Hooks] = lambda _: Hooks()
    screens: tuple[Screen, ...] = ()
    jobs: Mapping[str, Job] = field(default_factory=dict)
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
