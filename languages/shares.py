"""How much a language says, and what it may be chosen for because of that."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from languages.reading import Catalog
from rules.texts import OF_SIDE, Message

COMMANDS = "command"
CORE = (
    "bot/features/challenges/",
    "bot/features/timekeeping/",
    "bot/screen/",
    "bot/features/moves/screen",
    "bot/features/help/screen",
    "bot/screen/interaction/",
    "bot/features/matches/",
    "bot/screen/messenger/",
    "bot/features/reminders/",
    "bot/features/requests/",
    "bot/features/settings/",
    "bot/core/clocks/",
    "bot/core/matches/",
    "languages/",
    "renderer/scenes/",
)
"""Where the core is said besides the games' code: labels, prompts, results, refusals, reminders."""
DRAWN = ("renderer/", "rules/games/", "rules/outcomes", "rules/texts")
"""Where what stands in pictures is said."""
TRIAL_OF_CORE, OFFERED_OF_CORE, OFFERED_OF_ALL = 90, 100, 95


@dataclass(frozen=True, slots=True)
class Shares:
    """How many messages there are and are said: of the core, and of all."""

    core: tuple[int, int]
    all: tuple[int, int]
    is_draft: bool = False
    by_machine: bool = False
    """Whether a machine has reviewed it, but no native player."""

    @property
    def on_trial(self) -> bool:
        """Whether the language can be chosen by hand."""
        return reaches(self.core, TRIAL_OF_CORE)

    @property
    def offered(self) -> bool:
        """Whether it is also chosen by itself, which takes a native player who has read it."""
        return self.is_whole and not (self.is_draft or self.by_machine)

    @property
    def reviewed(self) -> bool:
        """Whether people whose Discord has it are told of it, and commands are described in it."""
        return self.is_whole and self.by_machine

    @property
    def state(self) -> str:
        """The same in English, for those who translate."""
        if self.offered or self.reviewed:
            return "offered" if self.offered else "reviewed"
        return f"{'on trial' if self.on_trial else 'not yet'}{', a draft' * self.is_draft}"

    @property
    def is_whole(self) -> bool:
        """Whether it says enough to be offered."""
        return reaches(self.core, OFFERED_OF_CORE) and reaches(self.all, OFFERED_OF_ALL)


def reaches(said: tuple[int, int], percent: int) -> bool:
    """Whether that part of the messages is said."""
    return said[0] * 100 >= said[1] * percent


def shares_of(
    catalog: Catalog,
    template: Mapping[Message, tuple[str, ...]],
    *,
    is_draft: bool = False,
    by_machine: bool = False,
) -> Shares:
    """What of the template's messages, which are given with their files, a catalog says."""
    template = {each: files for each, files in template.items() if each.context != OF_SIDE}
    core = [each for each, files in template.items() if is_core(each, files)]

    def said(messages: Iterable[Message]) -> int:
        return sum(each in catalog.sound for each in messages)

    return Shares((said(core), len(core)), (said(template), len(template)), is_draft, by_machine)


def is_core(message: Message, files: Iterable[str]) -> bool:
    """Whether nobody can play without it."""
    return message.context == COMMANDS or any(map(_is_core, files))


def is_pictured(files: Iterable[str]) -> bool:
    """Whether a message may stand in a picture."""
    return any(file.startswith(DRAWN) and file.endswith(".py") for file in files)


def _is_core(file: str) -> bool:
    of_games = file.startswith("rules/") and file.endswith(".py")
    return file.startswith(CORE) or (of_games and not file.startswith("rules/engine/"))
