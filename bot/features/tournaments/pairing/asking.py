"""Having a round paired by another process: a line of JSON asks, and a line answers."""

from collections.abc import Collection

import msgspec

from bot.features.tournaments.pairing.history import Histories, Line
from bot.features.tournaments.pairing.swiss import Block, NoPairingError, Round, pair_round


def round_question(
    histories: Histories,
    playing: Collection[int],
    never: Collection[frozenset[int]],
    blocked: Collection[Block],
) -> str:
    """Asks for the round of a field; the same field asks the same."""
    apart = sorted(sorted(pair) for pair in never)
    asked = dict(sorted(histories.items())), sorted(playing), apart, sorted(blocked)
    return msgspec.json.encode(asked).decode()


def round_reply(asked: str) -> str:
    """The answer to a question: the round, or that there is none."""
    histories, playing, never, blocked = msgspec.json.decode(
        asked, type=tuple[dict[int, list[Line]], list[int], list[frozenset[int]], list[Block]]
    )
    try:
        made = pair_round(histories, playing, never, blocked)
    except NoPairingError:
        made = None
    return msgspec.json.encode(made).decode()


def read_round(line: str) -> Round:
    """The round that was answered; raises NoPairingError, and ValueError for what is no answer."""
    try:
        made = msgspec.json.decode(line, type=Round | None)
    except msgspec.DecodeError as error:
        raise ValueError(f"this is no answer: {line[:80]}") from error
    if made is None:
        raise NoPairingError
    return made
