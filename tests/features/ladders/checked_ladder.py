"""A ladder of which every step is held against the rules, as they are told to people."""

from datetime import datetime

from bot.features.ladders import entries, history
from bot.features.ladders.entries import LadderEntry
from bot.features.ladders.places import Decline, LadderChallenge, Standings, played_in
from data.ids import PlayerId
from tests.features.ladders.club_ladder import ClubLadder
from tests.kit.times import DAY

Order = list[PlayerId]
ENDED = (entries.ENDED, entries.FORFEITED)
REFUSED = (entries.DECLINED, entries.EXPIRED)


def climbed(order: Order, winner: PlayerId, loser: PlayerId) -> Order:
    if order.index(winner) < order.index(loser):
        return order
    others = [player for player in order if player != winner]
    place = others.index(loser)
    return [*others[:place], winner, *others[place:]]


def settled_by(before: Standings, entry: LadderEntry) -> LadderChallenge | None:
    if entry.kind in ENDED or entry.kind in (entries.NOT_PLAYED, entries.RETRACTED):
        return played_in(before.challenges.values(), entry.match_id)
    if entry.kind in (*REFUSED, entries.WITHDRAWN) and entry.challenge_id is not None:
        return before.challenges.get(entry.challenge_id)
    return None


def after_match(before: Standings, entry: LadderEntry) -> Order:
    order, challenge = list(before.order), played_in(before.challenges.values(), entry.match_id)
    if challenge is None:
        return order
    if entry.winner_id == challenge.challenger_id:
        order = climbed(order, challenge.challenger_id, challenge.opponent_id)
    if entry.kind is entries.FORFEITED:
        order = after_no_play(before, order, challenge, None)
    if entry.timed_out_id is not None and entry.timed_out_id in order:
        last = before.rungs[entry.timed_out_id].timed_out_at
        if last and entry.at - last <= 30 * DAY:
            order.remove(entry.timed_out_id)
    return order


def after_refusal(before: Standings, entry: LadderEntry) -> Order:
    assert entry.challenge_id is not None
    challenge = before.challenges[entry.challenge_id]
    row = [before.rungs[challenge.opponent_id].declined, Decline(challenge.challenger_id, entry.at)]
    return passed_by_row(list(before.order), challenge.opponent_id, row)[0]


def passed_by_row(
    order: Order, holder: PlayerId, refused: list[Decline | None]
) -> tuple[Order, Decline | None]:
    """Who stands where after these refusals in a row, and the one that counts on."""
    last = None
    for each in refused:
        different = last and each and each.challenger_id != last.challenger_id
        if last and each and different and each.at - last.at <= 30 * DAY:
            order = (
                climbed(order, each.challenger_id, holder) if each.challenger_id in order else order
            )
            last = None
        else:
            last = each or last
    return order, last


def after_no_play(
    before: Standings, order: Order, challenge: LadderChallenge, refused_at: datetime | None
) -> Order:
    """What was declined before accepting, since then, and perhaps by not playing, is in a row."""
    holder = challenge.opponent_id
    row = (
        [challenge.declined_before, before.rungs[holder].declined]
        if challenge.declined_before
        else [before.rungs[holder].declined]
    )
    if refused_at:
        row.append(Decline(challenge.challenger_id, refused_at))
    return passed_by_row(order, holder, row)[0]


def after_fall(before: Standings, entry: LadderEntry) -> Order:
    """Below the next one who has not fallen since the player last did."""
    rungs, order = before.rungs, list(before.order)
    assert entry.player_id is not None
    own = rungs[entry.player_id].dropped_at or rungs[entry.player_id].noticed_at
    assert own
    at = order.index(entry.player_id)
    steady = [other for other in order[at + 1 :] if (rungs[other].dropped_at or own) <= own]
    order.remove(entry.player_id)
    order.insert(order.index(steady[0]) + 1, entry.player_id)
    return order


def after_management(order: Order, entry: LadderEntry) -> Order:
    player = entry.player_id
    others = [other for other in order if other != player]
    if entry.kind is entries.JOINED and player is not None and player not in order:
        return [*order, player]
    if entry.kind in (entries.LEFT, entries.EXPELLED):
        return others
    if entry.kind is entries.SHIFTED and player in order and entry.place:
        return [*others[: entry.place - 1], player, *others[entry.place - 1 :]]
    return order


def expected(before: Standings, entry: LadderEntry) -> Order:
    if before.closed_at:
        return list(before.order)
    if entry.kind in ENDED:
        return after_match(before, entry)
    if entry.kind in REFUSED:
        return after_refusal(before, entry)
    running = played_in(before.challenges.values(), entry.match_id)
    if running and entry.kind in (entries.NOT_PLAYED, entries.RETRACTED, entries.ANNULLED):
        refused_at = entry.at if entry.kind is entries.NOT_PLAYED else None
        return after_no_play(before, list(before.order), running, refused_at)
    if entry.kind is entries.DROPPED:
        return after_fall(before, entry)
    return after_management(list(before.order), entry)


class CheckedLadder(ClubLadder):
    """Knows besides which pairs met when, and who of them was above then.

    ``ruled`` says that a ruling changed what has been, so that this is no longer known.
    """

    def __init__(self, people: int) -> None:
        self.met: dict[frozenset[PlayerId], tuple[datetime, PlayerId]] = {}
        self.ruled = False
        super().__init__(people)

    def take(self, entry: LadderEntry) -> None:
        before = self.ladder
        super().take(entry)
        if history.is_ruling(before, entry):
            self.ruled = True
            return
        assert self.order == expected(before, entry)
        challenge = settled_by(before, entry)
        if challenge:
            above = min(challenge.players, key=before.order.index)
            self.met[frozenset(challenge.players)] = (entry.at, above)

    def check_challenge(self, player: PlayerId, opponent: PlayerId) -> None:
        """Nothing speaks against a challenge that is offered."""
        order, place = self.order, self.order.index(player) + 1
        up = place - 1 - order.index(opponent)
        in_reach = up <= min(10, max(3, int(0.4 * (place - 1))))
        assert up >= 1
        assert in_reach or (
            self.ladder.rungs[player].newcomer and order.index(opponent) >= len(order) // 2
        )
        theirs = [each for each in self.ladder.challenges.values() if player in each.players]
        assert not any(opponent in each.players for each in theirs)
        assert sum(each.challenger_id == player for each in theirs) < 3
        asked = [each.opponent_id for each in self.ladder.challenges.values()]
        assert asked.count(opponent) < 3
        at, above = self.met.get(frozenset((player, opponent)), (None, None))
        if at and not self.ruled:
            assert self.now - at >= 7 * DAY or above == player  # who has been overtaken since
