"""Having a round paired by another process: a line of JSON asks, and a line answers."""

import json
from collections.abc import Collection

from bot.services.pairing.history import Histories, Line, Played
from bot.services.pairing.swiss import NoPairingError, Round, pair_round


def round_question(
    histories: Histories, playing: Collection[int], never: Collection[frozenset[int]]
) -> str:
    """Asks for the round of a field; the same field asks the same."""
    lines = {
        number: [(each.played.value, each.opponent, each.moved_first) for each in lines]
        for number, lines in sorted(histories.items())
    }
    apart = sorted(sorted(pair) for pair in never)
    return json.dumps({"lines": lines, "playing": sorted(playing), "never": apart})


def round_reply(asked: str) -> str:
    """The answer to a question: the round, or that there is none."""
    read = json.loads(asked)
    histories = {
        int(number): [Line(Played(played), opponent, first) for played, opponent, first in lines]
        for number, lines in read["lines"].items()
    }
    try:
        made = pair_round(histories, read["playing"], [*map(frozenset, read["never"])])
    except NoPairingError:
        return json.dumps(None)
    return json.dumps({"meetings": made.meetings, "byes": made.byes})


def read_round(line: str) -> Round:
    """The round that was answered; raises NoPairingError, and ValueError for what is no answer."""
    told = json.loads(line)
    if told is None:
        raise NoPairingError
    try:
        meetings = tuple((int(first), int(second)) for first, second in told["meetings"])
        return Round(meetings, tuple(map(int, told["byes"])))
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is no answer: {line[:80]}") from error
