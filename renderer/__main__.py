"""Pictures from a terminal: ``python -m renderer --help``."""

from __future__ import annotations

import sys
from pathlib import Path

from renderer.palette import FILE
from renderer.training import write_palettes

if __name__ == "__main__":
    write_palettes(Path(__file__).parent / FILE)
    sys.exit(0)
