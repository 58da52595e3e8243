"""All that players ask of each other."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.matches import MatchStore, Now
from bot.services.requests.draws import DrawService
from bot.services.requests.forgiveness import ForgivenessService
from bot.services.requests.pauses import PauseService
from bot.services.requests.service import RequestService
from bot.services.requests.undo import UndoService
from data.database import Database
from data.states import RequestKind


@dataclass(frozen=True, slots=True)
class Requests:
    """One service for each kind of request."""

    undo: UndoService
    draws: DrawService
    pauses: PauseService
    forgiveness: ForgivenessService

    @classmethod
    def on(cls, database: Database, store: MatchStore, now: Now) -> Requests:
        """The services on an open database."""
        return cls(
            UndoService(database, store, now),
            DrawService(database, store, now),
            PauseService(database, store, now),
            ForgivenessService(database, store, now),
        )

    def of(self, kind: RequestKind) -> RequestService:
        """The service for this kind of request."""
        return {
            RequestKind.UNDO: self.undo,
            RequestKind.DRAW: self.draws,
            RequestKind.PAUSE: self.pauses,
            RequestKind.FORGIVE: self.forgiveness,
        }[kind]
