"""``/help``: advice for the reader's situation, and the list of commands.

What is advised, and in which order, is decided in ``screen.py``.
"""
