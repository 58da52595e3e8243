"""A second reading of the rules, over dictionaries and sets of places, for tests alone.

It is written from the rule sheets, is short and slow, and uses nothing of the games' own functions
but what is compared. ``python -m tests.rules.plain`` compares as many positions as wanted.
"""
