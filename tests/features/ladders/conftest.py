import pytest

from tests.features.ladders.ladder_club import LadderClub
from tests.kit.club import Club


@pytest.fixture
async def ladder(club: Club) -> LadderClub:
    """Five people on a ladder."""
    return await LadderClub.open(club, 5)
