"""The form in which a move is typed."""

from bot.chat.common.custom_id import CustomId
from bot.chat.common.page import Field, Form
from rules.game import Position

LONGEST_MOVE = 400


def move_form(title: str, custom_id: CustomId, position: Position, begun: str = "") -> Form:
    """Asks for a move in ``position``.

    ``begun`` is what was put together before, in notation, to go on from.
    """
    example = next(iter(position.moves())).written
    field = Field("move", "Your move", LONGEST_MOVE, example=example, begun=begun)
    return Form(title, custom_id, (field,))
