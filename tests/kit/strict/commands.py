"""Commands: where the application lets them be installed."""

from collections.abc import Collection
from typing import Any

from simcord.backend import Backend
from simcord.backend.errors import BackendError

from tests.kit.strict.documented import SET_COMMANDS
from tests.kit.strict.request import Request, kept

BY_SERVERS, BY_PEOPLE = 0, 1
"""Discord's numbers for who installs an application."""
APPLICATION = ("oauth2", "applications", "@me")


def offer_installs(backend: Backend, kinds: Collection[int]) -> None:
    """Let the application be installed in these ways alone; a new one is by servers."""
    kept(backend, "installs", list)[:] = [list(kinds)]


def offered(backend: Backend) -> list[int]:
    """How the application can be installed; in both ways if no test has said otherwise."""
    told = kept(backend, "installs", list)
    return told[0] if told else [BY_SERVERS, BY_PEOPLE]


def check_installs(request: Request) -> None:
    """Refuse commands for a way of installing that the application does not offer."""
    if request.call != SET_COMMANDS:
        return
    ways = offered(request.backend)
    faults = {
        str(number): {"integration_types": {"_errors": [WRONG]}}
        for number, command in enumerate(request.body)
        if not set(command.get("integration_types") or ()).issubset(ways)
    }
    if faults:
        raise BackendError(400, 50035, "Invalid Form Body", errors=faults)


WRONG = {
    "code": "APPLICATION_COMMAND_INVALID_INTEGRATION_TYPE",
    "message": "The application does not support this installation context",
}


def with_installs(request: Request, answer: Any) -> Any:
    """What Discord tells of the application, with how it can be installed."""
    if request.parts != APPLICATION:
        return answer
    ways: dict[str, Any] = {str(each): {} for each in offered(request.backend)}
    return {**answer, "integration_types_config": ways}
