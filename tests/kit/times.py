"""Lengths of time."""

from datetime import timedelta

DAY, HOUR, MINUTE, SECOND = (
    timedelta(**{unit: 1}) for unit in ("days", "hours", "minutes", "seconds")
)
