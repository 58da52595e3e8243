import pytest

from renderer.drawing import Renderer
from tests.kit.drawer import drawer


@pytest.fixture
def renderer() -> Renderer:
    return drawer()
