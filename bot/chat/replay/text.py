"""What is said while somebody looks back at a match."""

from __future__ import annotations

from bot.chat.common.text import counted, match_title, mention
from bot.chat.messenger.text import players_line, result
from bot.services.replay.service import Scene, Story
from data.states import MatchState

FIRST, BACK, NEXT, LAST = "⏮", "◀", "▶", "⏭"
ANIMATE = "Animation"
JUMP = "Go to a move"
EARLIER, LATER = "◀ Earlier moves", "Later moves ▶"
START = "Start"

NOTHING_TO_SEE = "You have no match to look back at. Start one with `/challenge`."

_LONGEST_ALT = 1024


def heading(story: Story) -> str:
    """Which match it is, and who plays it."""
    names: dict[int, str] = {player: mention(player) for player in story.view.players}
    return f"### {match_title(story.view)}\n{players_line(story.view, names)}"


def step_line(story: Story, number: int) -> str:
    """Where in the match this is and what happened, and at the end how it ended."""
    line = f"-# {_where(number, len(story.scenes) - 1)}\n{what_happened(story.scenes[number])}"
    is_last = number == len(story.scenes) - 1
    ended = is_last and story.view.state is not MatchState.RUNNING
    return f"{line}\n**{result(story.view)}**" if ended else line


def what_happened(step: Scene) -> str:
    """The move that led here, in a sentence."""
    if step.is_leaving and step.seat is not None:
        position = step.position
        return f"{position.info.colours[position.colour_of(step.seat)]} resigns."
    return step.sentence or "The match begins."


def step_name(step: Scene, number: int) -> str:
    """A position in a list: ``3. b2-b4``."""
    if step.entry is None:
        return START
    return f"{number}. {what_happened(step) if step.is_leaving else step.entry}"


def animation_alt(story: Story, last: str) -> str:
    """What the animated picture shows; ``last`` is its last position in words."""
    moves = counted(len(story.scenes) - 1, "move")
    return f"The match move by move, {moves} in all. At the end: {last}"[:_LONGEST_ALT]


def exported(story: Story) -> str:
    """What stands beside the file."""
    moves = len(story.scenes) - 1
    return f"**{match_title(story.view)}**, {counted(moves, 'move')}."


def _where(number: int, last: int) -> str:
    return f"Move {number} of {last}" if number else f"Start of {counted(last, 'move')}"
