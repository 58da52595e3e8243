"""What takes part in a change, and in which order."""

from graphlib import CycleError
from typing import Any

import pytest

from bot.app.features import JOBS, in_order, jobs_of
from bot.core.posting import PostKind
from bot.core.services import Hooks, merged
from bot.core.timers import TimerRule
from bot.features.ladders.storage import LADDER_TIMER
from bot.features.practice.engines import ENGINE_TURN_TIMER
from bot.features.replays.reviews import REVIEW_TIMER
from bot.features.replays.sharing import SHARE_MESSAGE
from bot.screen.interaction import Feature
from data.states import MessageKind, TimerKind
from tests.kit.club import Club

LEASED = {ENGINE_TURN_TIMER, REVIEW_TIMER}
"""Taken by jobs of their own, which put them off instead of taking them away."""


def names(found: Any) -> list[str]:
    return [work.__qualname__ for work in found]


def test_every_kind_of_timer_and_of_message_is_answered_by_one_part(club: Club) -> None:
    hooks = club.services.hooks
    assert {rule.kind for rule in hooks.timers} == set(TimerKind.known) - LEASED
    assert {post.kind for post in hooks.posts} == set(MessageKind.known)


def nothing(*_: object) -> None: ...


@pytest.mark.parametrize(
    ("twice", "kind"),
    [
        (Hooks(timers=(TimerRule(LADDER_TIMER, nothing),)), "ladder"),
        (Hooks(posts=(PostKind(kind=SHARE_MESSAGE, load=nothing),)), "share"),
    ],
)
def test_two_parts_do_not_answer_one_kind(twice: Hooks, kind: str) -> None:
    with pytest.raises(ValueError, match=f"two features answer {kind}"):
        merged([twice, twice])


@pytest.mark.parametrize("name", ["reviews", "timers"])  # of a feature, and of the bot itself
def test_two_jobs_do_not_have_one_name(name: str) -> None:
    twice = Feature(jobs={name: JOBS["reviews"]})
    with pytest.raises(ValueError, match=f"two jobs are called {name}"):
        jobs_of([twice, twice])


def test_features_are_put_in_an_order_or_said_to_have_none() -> None:
    found = {"a": Feature(after=("b",)), "b": Feature(), "c": Feature(before=("b",))}
    assert list(in_order(found)) == ["c", "b", "a"]
    with pytest.raises(CycleError):
        in_order({**found, "b": Feature(after=("a",))})
