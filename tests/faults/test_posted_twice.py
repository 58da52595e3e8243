"""What the chaos counts as posted twice, besides boards."""

from typing import Any

from tests.chaos.failing_discord import Witness
from tests.chaos.verdict import Verdict, judge_messages


def message(number: int, custom_id: str) -> dict[str, Any]:
    button = {"type": 2, "style": 1, "label": "?", "custom_id": custom_id}
    return {"id": str(number << 22), "components": [{"type": 1, "components": [button]}]}


def doubled(*posts: tuple[str, dict[str, Any]]) -> list[str]:
    witness, verdict = Witness(), Verdict()
    for nonce, posted in posts:
        witness.note(700, nonce, posted)
    judge_messages(verdict, witness)
    assert verdict.is_well == (verdict.doubled == [])
    return verdict.doubled


def test_a_card_with_the_nonce_of_another_is_posted_twice() -> None:
    card = "c:1:accept"
    assert doubled(("a", message(1000, card)), ("a", message(9000, card))) == [
        "c:1:accept at 00:00:01 and c:1:accept at 00:00:09"
    ]


def test_a_card_of_which_discord_tells_again_is_not() -> None:
    card = "c:1:accept"
    assert doubled(("a", message(1000, card)), ("a", message(1000, card))) == []
    assert doubled(("a", message(1000, card)), ("b", message(9000, card))) == []
