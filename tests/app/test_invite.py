"""The invite link asks for what the bot uses, and for nothing else."""

import re
from pathlib import Path

import discord

from bot.screen.messenger.channels import INVITE, spoken

ROOT = Path(__file__).resolve().parents[2]
OF_PEOPLE = {"manage_guild"}
"""What people may do is looked at too."""
OPTIONAL = {"manage_roles", "connect"}
"""For champions' roles alone, which are off until a manager turns them on and grants it; and for
chats of voice channels, which everybody may enter as a rule.
"""
IMPLIED = {"embed_links", "read_message_history"}
"""Needed for pictures in messages, and for looking whether something was posted."""


def test_the_link_in_the_readme_is_the_codes() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (value,) = re.findall(r"scope=bot\+applications\.commands&permissions=(\d+)", readme)
    assert int(value) == INVITE.value
    (told,) = re.findall(r"^ +They are (.+)\.$", readme, re.MULTILINE)
    named = set(re.split(r", | and ", told))
    assert named == {str(spoken(name)) for name, wanted in INVITE if wanted}


def test_whatever_the_code_asks_about_is_granted_by_the_link() -> None:
    flags = ({*discord.Permissions.VALID_FLAGS, "view_channel"}) - OF_PEOPLE - {"read_messages"}
    assert not any(getattr(INVITE, name) for name in OPTIONAL)
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "bot").rglob("*.py")]
    named = {each for text in sources for each in re.findall(r"[\"']([a-z_]+)[\"']", text)} & flags
    granted = {name for name in flags if getattr(INVITE, name)}
    assert named <= granted | OPTIONAL
    assert granted - named <= IMPLIED
