"""Any documented refusal in place of what a call would have done."""

from dataclasses import dataclass

from simcord.backend import Backend
from simcord.backend.errors import BackendError

from tests.kit.strict.documented import CALLS, REFUSALS, Call, Refusal
from tests.kit.strict.request import Request, kept


@dataclass
class Answering:
    """A refusal that answers a call. ``met`` counts the requests that it has answered."""

    call: Call
    refusal: Refusal
    about: int | None
    """An id that the path has to name; None for every request of the call."""
    times: int | None
    """How many requests it still answers; None: each until it is lifted."""
    met: int = 0

    def concerns(self, request: Request) -> bool:
        if request.call != self.call or self.times == 0:
            return False
        return self.about is None or str(self.about) in request.parts

    def lift(self) -> None:
        """Answer nothing more."""
        self.times = 0


def refuse(
    backend: Backend, call: Call, name: str, about: int | None = None, times: int | None = None
) -> Answering:
    """Let Discord answer a call with the refusal of this name from now on.

    ``about`` is the id of a channel, message, person or server that the path names. It answers the
    next ``times`` requests, or each until it is lifted. The later one of two comes first. Raises
    KeyError for a refusal that the table does not have for the call.
    """
    if name not in CALLS[call]:
        raise KeyError(f"{' '.join(call)} is never answered with {name}")
    answering = Answering(call, REFUSALS[name], about, times)
    kept(backend, "answers", list).insert(0, answering)
    return answering


def answer_as_told(request: Request) -> None:
    """Raise the refusal that a test has put on this request."""
    for answering in kept(request.backend, "answers", list):
        if answering.concerns(request):
            answering.met += 1
            if answering.times is not None:
                answering.times -= 1
            told = answering.refusal
            raise BackendError(told.status, told.code, told.message)
