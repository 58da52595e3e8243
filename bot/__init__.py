"""Quintet."""

from importlib.metadata import version

VERSION = version("quintet")
"""As it was installed; ``pyproject.toml`` has it."""
