"""How fast the machine is at the moment, to compare figures of different hours and machines."""

import time

ROUNDS, SIZE = 5, 20_000


def yardstick() -> float:
    """The milliseconds of processor time that a fixed piece of plain Python takes, at its best."""
    return min(_once() for _ in range(ROUNDS)) * 1000


def _once() -> float:
    began = time.process_time()
    known = {str(number): (number, -number) for number in range(SIZE)}
    sorted(known.values(), key=lambda pair: pair[1] % 1000)
    sum(len(name) for name in known)
    return time.process_time() - began
