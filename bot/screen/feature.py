"""A feature, declared whole: what it can do, what it takes part in, and what people see of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.core.part import Part
from bot.core.services import Maker, Services
from bot.screen.interaction import Screen

Job = Callable[[Services], Callable[[], Any]]
"""What goes on until the bot stops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One thing that people can do. ``bot.app`` finds the ``FEATURE`` of every folder of features.

    ``services`` says how each of its services is made, ``part`` what it takes part in, ``screens``
    what people see, and ``jobs``, by their names, what goes on in the background. Its hooks are
    called after those of the features named by ``after``, and before those named by ``before``.
    """

    services: Mapping[type[Any], Maker] = field(default_factory=dict)
    part: Callable[[Services], Part] = lambda _: Part()
    screens: tuple[Screen, ...] = ()
    jobs: Mapping[str, Job] = field(default_factory=dict)
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
