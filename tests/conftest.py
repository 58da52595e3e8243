"""What holds for every test."""

from __future__ import annotations

from hypothesis import settings

# how long an example takes says more of the machine than of the code: benchmarks measure
settings.register_profile("quintet", deadline=None)
settings.load_profile("quintet")
