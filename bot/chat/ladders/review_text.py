"""What a manager may want to look at on a ladder, in words."""

from collections.abc import Iterator

from bot.chat.common.text import all_of, counted, mention
from bot.services.ladders import PairRecord, Review

NOTHING = (
    "Nothing unusual in the last half year: no pair of which one always wins, no matches that "
    "ended at once, nobody who often runs out of time."
)
NO_PROOF = "-# None of this proves anything. Have a look before you ask anybody."


def review(found: Review) -> str:
    """Everything that was found, or that nothing was."""
    lines = list(_lines(found))
    if not lines:
        return NOTHING
    return "\n".join(["### Unusual in the last half year", *lines, NO_PROOF])


def _lines(found: Review) -> Iterator[str]:
    for record in found.one_sided:
        winner = record.players[0 if record.wins[0] else 1]
        yield f"- {_pair(record)}: {mention(winner)} won all {record.matches} matches"
    for record in found.short:
        numbers = all_of([str(each) for each in record.short])
        yield f"- {_pair(record)}: ended after a few moves: matches {numbers}"
    for who, often in found.timeouts:
        yield f"- {mention(who)} ran out of time {counted(often, 'time')}"


def _pair(record: PairRecord) -> str:
    return all_of([mention(each) for each in record.players])
