import pytest

from renderer import Renderer


@pytest.fixture(scope="session")
def renderer() -> Renderer:
    """One for all tests, since its sprites take a second to make."""
    return Renderer()
