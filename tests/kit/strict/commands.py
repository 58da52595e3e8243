"""What Discord tells of the application, of which simcord leaves out how it can be installed."""

from typing import Any

from tests.kit.strict.request import Request

BY_SERVERS, BY_PEOPLE = 0, 1
"""Discord's numbers for who installs an application."""
APPLICATION = ("oauth2", "applications", "@me")


def with_installs(request: Request, answer: Any) -> Any:
    """The answer to a request, with both ways of installing if it is about the application."""
    if request.parts != APPLICATION:
        return answer
    return {**answer, "integration_types_config": {str(BY_SERVERS): {}, str(BY_PEOPLE): {}}}
