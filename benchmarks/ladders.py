"""A ladder of 2,000 with a long history: what a page, an entry and a ruling cost."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from bot.services.ladders import (
    Accepted,
    Challenged,
    Corrected,
    Declined,
    Ended,
    Entry,
    Joined,
    Standings,
    apply,
    challenge_refusal,
    due_entries,
    reach,
    standings,
    targets,
)
from data.ids import ChallengeId, MatchId, PlayerId

PEOPLE, CHALLENGES = 2_000, 10_000
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
BETWEEN = timedelta(minutes=40)  # 10,000 challenges in nine months
OPEN = 300  # challenges and matches at any time
DECLINED = 0.1
PAGE = 10
MANAGER = PlayerId(10**6)


def season(people: int, challenges: int, seed: int = 1) -> list[Entry]:
    """A history as it comes of people who challenge whomever they may."""
    chance = random.Random(seed)
    entries: list[Entry] = [Joined(BEGIN, PlayerId(number)) for number in range(people)]
    ladder = standings(entries)
    for number in range(challenges):
        at = BEGIN + number * BETWEEN
        place = chance.randrange(1, people)
        player = ladder.order[place]
        opponent = ladder.order[place - chance.randint(1, min(place, reach(place + 1)))]
        new: list[Entry] = []
        if challenge_refusal(ladder, player, opponent, at) is None:
            new += asked(ChallengeId(number), player, opponent, at, chance)
        if len(ladder.challenges) >= OPEN:
            new.append(end(ladder, at, chance))
        for entry in new:
            ladder = apply(ladder, entry)
        entries += new
    return entries


def asked(
    challenge_id: ChallengeId,
    player: PlayerId,
    opponent: PlayerId,
    at: datetime,
    chance: random.Random,
) -> list[Entry]:
    declined = chance.random() < DECLINED
    answer = (
        Declined(at, challenge_id)
        if declined
        else Accepted(at, challenge_id, MatchId(challenge_id))
    )
    return [Challenged(at, challenge_id, player, opponent), answer]


def end(ladder: Standings, at: datetime, chance: random.Random) -> Ended:
    """The match that has run longest; the challenger wins every other time."""
    running = next(iter(ladder.challenges.values()))
    assert running.match_id is not None
    winner = chance.choice([running.challenger_id, running.opponent_id])
    return Ended(at, running.match_id, winner)


def milliseconds(action: Callable[[], object], rounds: int) -> str:
    """The median and the slowest, in processor time."""
    times = []
    for _ in range(rounds):
        begun = time.process_time()
        action()
        times.append((time.process_time() - begun) * 1000)
    return f"{statistics.median(times):9.2f} {max(times):9.2f}"


def main() -> None:
    entries = season(PEOPLE, CHALLENGES)
    ladder = standings(entries)
    now = entries[-1].at
    last = PlayerId(ladder.order[-1])
    middle = ladder.order[PEOPLE // 2]
    wrong = next(entry for entry in entries if isinstance(entry, Ended))
    ruling = Corrected(now, wrong.match_id, None, MANAGER, "read the score wrong")
    running = next(each.match_id for each in ladder.challenges.values() if each.match_id)

    def page() -> object:
        place = (ladder.place_of(middle) or 1) - 1
        return targets(ladder, middle, now)[place : place + PAGE]

    print(f"{PEOPLE} people, {len(entries)} entries{'median ms':>24} {'slowest':>9}")
    print(f"{'a page with what the presser may do':42} {milliseconds(page, 50)}")
    print(f"{'targets of the last':42} {milliseconds(lambda: targets(ladder, last, now), 50)}")
    ended = Ended(now, running, middle)
    print(f"{'the end of a match':42} {milliseconds(lambda: apply(ladder, ended), 50)}")
    print(f"{'what is due':42} {milliseconds(lambda: due_entries(ladder, now), 50)}")
    print(f"{'rebuilt from history':42} {milliseconds(lambda: standings(entries), 5)}")
    ruled = [*entries, ruling]
    print(f"{'a ruling about the first match':42} {milliseconds(lambda: standings(ruled), 5)}")


if __name__ == "__main__":
    main()
