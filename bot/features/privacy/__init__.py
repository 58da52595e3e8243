"""Deleting a person, and giving them what is kept of them."""

from bot.features.privacy.service import PrivacyService
