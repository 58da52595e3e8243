"""What is stored about somebody: shown to them, and deleted."""

from __future__ import annotations

from bot.services.privacy.service import PrivacyService
