"""What people see of tournaments, and press."""

from bot.features.tournaments import refusals
