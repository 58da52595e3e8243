"""A process that pairs a round: ``python -m bot.features.tournaments.pairing.worker SECONDS``.

A line asks, a line answers. It is ended when it has used so many seconds of the processor.
"""

import os
import resource
import sys

from bot.features.tournaments.pairing.asking import round_reply

LEAST_URGENT = 19

if __name__ == "__main__":
    os.nice(LEAST_URGENT)
    seconds = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    sys.stdout.write(round_reply(sys.stdin.readline()) + "\n")
