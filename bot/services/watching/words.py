"""What people are told who asked how a match ends, or follow somebody."""

from collections.abc import Sequence

from bot.services.matches import MatchState
from data.ids import PlayerId
from rules.phrases import listed

_BOARD = "https://discord.com/channels"


def ended(match: MatchState) -> str:
    """Who won, with the way to the board: ``Ada (White) wins against Ben.``"""
    names = [_name(match, seat) for seat in range(len(match.players))]
    winners = () if match.result is None else match.result.winners
    others = [name for seat, name in enumerate(names) if seat not in winners]
    if winners:
        wins = "wins against" if len(winners) == 1 else "drew for first place before"
        told = f"{listed([names[seat] for seat in winners])} {wins} {listed(others)}."
    elif match.result is not None and match.result.ranking:
        told = f"{listed(names)} drew."
    else:
        told = f"{listed(names)} ended it without a result."
    where = match.thread_id or match.channel_id
    return (
        f"{match.info.name}, match {match.id} is over: {told} "
        f"[Go to the board]({_BOARD}/{match.server_id or '@me'}/{where})"
    )


def followed_news(match: MatchState, people: Sequence[PlayerId]) -> str:
    """The same for somebody who follows ``people`` that played in it, and how to hear no more."""
    named = listed([f"<@{each}>" for each in people])
    whose = "their profile" if len(people) == 1 else "their profiles"
    return (
        f"{ended(match)}\n-# You follow {named} in that server. `/profile` there shows {whose}, "
        "with **Stop following**."
    )


def _name(match: MatchState, seat: int) -> str:
    holder, colour = match.players[seat], match.seats[seat].colour_name
    return f"<@{holder}> ({colour})" if isinstance(holder, int) else f"Quintet ({colour})"
