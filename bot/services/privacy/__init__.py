"""What is stored about somebody: shown to them, and deleted."""

from bot.services.privacy.service import PrivacyService
