import pytest

from renderer.drawing import Renderer


@pytest.fixture(scope="session")
def renderer() -> Renderer:
    """One for all tests, since its sprites take a second to make."""
    return Renderer()
