"""What calls cost, printed the same way by every benchmark that times them."""

import math
import statistics
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

WIDTH = 44


@dataclass(slots=True)
class Cost:
    """Milliseconds by the clock, milliseconds of processor time, and bytes, of each call."""

    spent: list[float] = field(default_factory=list)
    worked: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def add(self, begun: float, busy: float, answer: object) -> None:
        """Note a call that began at those readings of the two clocks."""
        self.spent.append(1000 * (time.perf_counter() - begun))
        self.worked.append(1000 * (time.process_time() - busy))
        if isinstance(answer, bytes):
            self.sizes.append(len(answer))


def timed(calls: Iterable[Callable[[], object]]) -> Cost:
    """What each call cost; on a busy machine only the processor time says much."""
    cost = Cost()
    for call in calls:
        begun, busy = time.perf_counter(), time.process_time()
        cost.add(begun, busy, call())
    return cost


async def awaited(call: Callable[[], Awaitable[object]], times: int) -> Cost:
    """The same for something that is waited for, so many times over."""
    cost = Cost()
    for _ in range(times):
        begun, busy = time.perf_counter(), time.process_time()
        cost.add(begun, busy, await call())
    return cost


def head() -> None:
    """The heading of the table."""
    print(f"{'':{WIDTH}} {'by the clock':>17} {'processor time':>17}")
    print(f"{'':{WIDTH}} {'p50':>8} {'p95':>8} {'p50':>8} {'p95':>8} {'':14} at most")


def row(what: str, cost: Cost, limit: str = "") -> None:
    """One line of the table, with the most that it may be."""
    times = " ".join(
        f"{statistics.median(each):8.1f} {sorted(each)[math.ceil(0.95 * (len(each) - 1))]:8.1f}"
        for each in (cost.spent, cost.worked)
    )
    size = f"{statistics.median(cost.sizes) / 1024:6.0f} KiB" if cost.sizes else ""
    print(f"{what:{WIDTH}} {times} ms{size:10}  {limit}", flush=True)
