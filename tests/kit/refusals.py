"""What is refused."""

from collections.abc import Awaitable
from typing import TypeVar

import pytest

Error = TypeVar("Error", bound=Exception)


async def refusal(error: type[Error], doing: Awaitable[object]) -> Error:
    with pytest.raises(error) as raised:
        await doing
    return raised.value
