"""Lets simcord copy quickly what it keeps of requests and messages: they are as JSON has them."""

import copy
from typing import Any

from simcord import components, gateway, results
from simcord.http import router

ATOMS = (str, int, bool, float, type(None))


class QuickCopies:
    """In the place of the module ``copy``, of which simcord uses nothing else there."""

    @staticmethod
    def deepcopy(value: Any) -> Any:
        return copied(value)


def install() -> None:
    """Let simcord copy quickly; once for all tests."""
    modules: list[Any] = [gateway, router]
    for module in modules:
        module.copy = QuickCopies
    importing: list[Any] = [components, results]
    for module in importing:
        module.deepcopy = copied


def copied(value: Any) -> Any:
    """The same as a copy of its own, in which nothing is shared with ``value``."""
    kind = type(value)
    if kind is dict:
        return {key: copied(each) for key, each in value.items()}
    if kind is list:
        return [copied(each) for each in value]
    return value if kind in ATOMS else copy.deepcopy(value)
