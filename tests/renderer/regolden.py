"""Draw the kept pictures anew, after looking at why they changed.

``python -m tests.renderer.regolden`` writes them.

A moment in ``moments.json`` is a position before a move, with the move made there, the steps
``taken`` of one, or the moves that are ``suggested``; ``python -m rules`` prints positions. A move
made may have the cells that are ``telling``.
"""

from renderer.drawing import Renderer
from tests.renderer.cases import FOLDER, cases


def main() -> None:
    renderer = Renderer()
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for case in cases():
        case.keep(renderer)


if __name__ == "__main__":
    main()
