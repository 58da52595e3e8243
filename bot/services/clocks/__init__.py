"""How long players may think: clocks as values, and what happens to a seat's time."""

from bot.services.clocks import storage
from bot.services.clocks.clock import *
from bot.services.clocks.ledger import LedgerKind, LedgerLine, balance_before, turn_at
from bot.services.clocks.notation import (
    OFFERED,
    complete_clock,
    parse_clock,
    stored_clock,
)
from bot.services.clocks.seat_clock import *
