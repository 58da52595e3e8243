"""What the operator orders: people and servers that are blocked, and servers that the bot leaves.

The orders are rows, so that every running process hears of them; ``bot/app/duties.py`` has the
commands that write them. Each process holds them in memory, so an interaction costs no query.
"""

from bot.features.orders.service import OrderService
