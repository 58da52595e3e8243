"""What takes part in a change, in which order, and what does not concern whom."""

from graphlib import CycleError

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


def test_every_kind_of_timer_is_answered_once(club: Club) -> None:
    assert {rule.kind for rule in club.services.hooks.timers} == set(TimerKind.known) - LEASED


def test_two_parts_do_not_answer_one_kind_of_timer() -> None:
    def due(*_: object) -> None: ...

    twice = Hooks(timers=(TimerRule(LADDER_TIMER, due),))
    with pytest.raises(ValueError, match="two features answer ladder"):
        merged([twice, twice])


def test_every_kind_of_message_is_posted_by_one_part(club: Club) -> None:
    assert {post.kind for post in club.services.hooks.posts} == set(MessageKind.known)


def test_two_parts_do_not_answer_one_kind_of_message() -> None:
    def load(*_: object) -> None: ...

    twice = Hooks(posts=(PostKind(kind=SHARE_MESSAGE, load=load),))
    with pytest.raises(ValueError, match="two features answer share"):
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
