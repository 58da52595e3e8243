"""What holds for every test."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import settings

# how long an example takes says more of the machine than of the code: benchmarks measure
settings.register_profile("quintet", deadline=None)
settings.load_profile("quintet")

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory: databases wait for the disk, and tests need not."""

if os.access(MEMORY, os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
