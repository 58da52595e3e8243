"""A request of the bot, as the rules see it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, Protocol, TypeAlias

from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel

from tests.kit.strict.documented import CALLS, REFUSALS, Call


def parts_of(path: str) -> tuple[str, ...]:
    return tuple(path.split("?", 1)[0].strip("/").split("/"))


_TEMPLATES: dict[tuple[str, int], list[tuple[tuple[str, ...], Call]]] = {}
for _call in sorted(CALLS, key=lambda call: call[1].count("{")):  # ``@original`` before any id
    _parts = parts_of(_call[1])
    _TEMPLATES.setdefault((_call[0], len(_parts)), []).append((_parts, _call))


def call_of(method: str, parts: tuple[str, ...]) -> Call | None:
    """Which call of the table this is; None for one that has no row."""
    for template, call in _TEMPLATES.get((method, len(parts)), ()):
        if all(each[0] == "{" or each == part for each, part in zip(template, parts, strict=True)):
            return call
    return None


@dataclass(frozen=True)
class Request:
    backend: Backend
    method: str
    parts: tuple[str, ...]
    call: Call | None
    body: Any
    files: tuple[Any, ...]

    @cached_property
    def channel(self) -> Channel | None:
        is_channel = self.parts[0] == "channels" and len(self.parts) > 1
        return self.backend.channels.get(int(self.parts[1])) if is_channel else None

    def field(self, name: str) -> Any:
        """A field of the body, None if there is none."""
        return self.body.get(name) if isinstance(self.body, dict) else None

    def has(self, permission: str) -> bool:
        """Whether the bot has a permission in the channel."""
        channel = self.channel
        if channel is None or channel.guild_id is None:
            return True
        me = self.backend.bot_user.id
        try:
            self.backend.require_permissions(channel.guild_id, me, channel.id, permission)
        except BackendError:
            return False
        return True


class Rule(Protocol):
    """Raises what Discord answers to a request that it refuses."""

    def __call__(self, request: Request) -> None: ...


def refused(name: str) -> BackendError:
    """The answer that the table has under this name."""
    refusal = REFUSALS[name]
    return BackendError(refusal.status, refusal.code, refusal.message)


def kept(backend: Backend, name: str, empty: type[Any]) -> Any:
    """What the rules keep with a simulated Discord under a name; ``empty`` makes the first."""
    return backend.__dict__.setdefault(f"_strict_{name}", empty())


Instead: TypeAlias = Callable[..., Any]
_LAID: list[tuple[Any, str, Instead]] = []


def laid_round(owner: Any, name: str) -> Callable[[Instead], Instead]:
    """Let simcord call the function instead of its own, which is the first that it is given."""

    def lay(instead: Instead) -> Instead:
        _LAID.append((owner, name, instead))
        return instead

    return lay


def lay_all() -> None:
    """Let all of them be called from now on."""
    for owner, name, instead in _LAID:
        setattr(owner, name, _standing_in(getattr(owner, name), instead))


def _standing_in(usual: Instead, instead: Instead) -> Instead:
    @wraps(usual)
    def called(*given: Any, **options: Any) -> Any:
        return instead(usual, *given, **options)

    return called
