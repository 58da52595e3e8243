"""Profiles, as people see them."""

from bot.features.profiles.service import ProfileService
