"""A process that pairs a round: ``python -m bot.services.pairing.worker``, a line for a line."""

import os
import sys

from bot.services.pairing import round_reply

LEAST_URGENT = 19

if __name__ == "__main__":
    os.nice(LEAST_URGENT)
    sys.stdout.write(round_reply(sys.stdin.readline()) + "\n")
