"""What the bot's process has used so far, and asked its database."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """Counts since the process began, but for ``resident``, the bytes of memory held now."""

    processor_seconds: float
    resident: int
    statements: int
    transactions: int
    writing: int
    """How many of the transactions took SQLite's one place for a writer."""
    connections: int
    """How often a connection to the database was opened."""
    by_text: Mapping[str, int]
    """How often each statement was asked."""

    @classmethod
    def from_json(cls, line: str) -> Usage:
        """The usage that ``to_json`` wrote."""
        return cls(**json.loads(line))

    def to_json(self) -> str:
        """One line that another process can read."""
        return json.dumps(asdict(self))

    def since(self, before: Usage) -> Usage:
        """What was used after ``before``; ``resident`` is how much it grew."""
        return Usage(
            self.processor_seconds - before.processor_seconds,
            self.resident - before.resident,
            self.statements - before.statements,
            self.transactions - before.transactions,
            self.writing - before.writing,
            self.connections - before.connections,
            Counter(self.by_text) - Counter(before.by_text),
        )
