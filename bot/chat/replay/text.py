"""What is said while somebody looks back at a match."""

from __future__ import annotations

from bot.chat.common.text import match_title, mention
from bot.chat.messenger.text import players_line, result
from bot.services.replay.service import Scene, Story
from data.states import MatchState

REPLAY = "Replay"
FIRST, BACK, NEXT, LAST = "⏮", "◀", "▶", "⏭"
ANIMATE = "Animation"
JUMP = "Go to a move"
EARLIER, LATER = "◀ Earlier moves", "Later moves ▶"
START = "Start"

_LONGEST_ALT = 1024


def heading(story: Story) -> str:
    """Which match it is, and who plays it."""
    names: dict[int, str] = {player: mention(player) for player in story.view.players}
    return f"### {match_title(story.view)}\n{players_line(story.view, names)}"


def scene_line(story: Story, number: int) -> str:
    """Where in the match this is and what happened, and at the end how it ended."""
    line = f"-# {_where(number, len(story.scenes) - 1)}\n{what_happened(story.scenes[number])}"
    is_last = number == len(story.scenes) - 1
    ended = is_last and story.view.state is not MatchState.RUNNING
    return f"{line}\n**{result(story.view)}**" if ended else line


def what_happened(scene: Scene) -> str:
    """The move that led here, in a sentence."""
    if scene.is_leaving and scene.seat is not None:
        position = scene.position
        return f"{position.info.colours[position.colour_of(scene.seat)]} resigns."
    return scene.sentence or "The match begins."


def scene_name(scene: Scene, number: int) -> str:
    """A position in a list: ``3. b2-b4``."""
    return START if scene.entry is None else f"{number}. {scene.entry}"


def animation_alt(story: Story, last: str) -> str:
    """What the animated picture shows; ``last`` is its last position in words."""
    moves = len(story.scenes) - 1
    return f"The match move by move, {moves} in all. At the end: {last}"[:_LONGEST_ALT]


def exported(story: Story) -> str:
    """What stands beside the file."""
    moves = len(story.scenes) - 1
    return f"**{match_title(story.view)}**, {moves} {'move' if moves == 1 else 'moves'}."


def _where(number: int, last: int) -> str:
    return f"Start of {last} moves" if number == 0 else f"Move {number} of {last}"
