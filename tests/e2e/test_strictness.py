"""The simulated Discord refuses what the real one refuses."""

from __future__ import annotations

import os

import pytest

from tests.kit.limits import beyond_limits
from tests.kit.openapi import VARIABLE, api_document
from tests.kit.world import World

needs_document = pytest.mark.skipif(
    not os.environ.get(VARIABLE), reason=f"{VARIABLE} names no copy of Discord's API document"
)
SEND = ("POST", "/channels/1/messages")


@needs_document
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        (*SEND, {"content": 5}),
        (*SEND, {"content": "x", "embed_s": []}),
        (*SEND, {"flags": 32768, "components": [{"type": 12, "items": [{"description": "x"}]}]}),
        (
            *SEND,
            {
                "components": [
                    {
                        "type": 1,
                        "components": [
                            {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "c"}
                        ],
                    }
                ]
            },
        ),
        ("POST", "/channels/1/massages", {"content": "x"}),
        ("PUT", "/applications/1/commands", [{"name": "a", "description": "d" * 101}]),
        ("POST", "/channels/1/messages/2/threads", {"name": "n", "auto_archive_duration": 7}),
    ],
)
def test_a_broken_request_is_caught(method: str, path: str, body: object) -> None:
    document = api_document()
    assert document is not None
    assert document.faults(method, path, body) != []


@needs_document
def test_a_good_request_passes() -> None:
    document = api_document()
    assert document is not None
    assert document.faults(*SEND, {"content": "x", "allowed_mentions": {"parse": []}}) == []


def test_limits_of_the_prose_are_held() -> None:
    text = {"type": 10, "content": "x" * 4001}
    assert beyond_limits("/channels/{channel_id}/messages", {"components": [text]})
    many = [{"type": 10, "content": "x"}] * 41
    assert beyond_limits("/channels/{channel_id}/messages", {"components": many})
    twice = [{"type": 2, "custom_id": "c"}] * 2
    assert beyond_limits("/channels/{channel_id}/messages", {"components": twice})


async def test_the_same_nonce_posts_once(world: World) -> None:
    channel = world.client.get_channel(world.channel.id)
    first = await channel.send("hello", nonce="n1")
    second = await channel.send("hello", nonce="n1")
    assert first.id == second.id
    assert len(world.shown(world.channel)) == 1
