"""The Daily: one puzzle a day for everybody, solved privately and counted without a name.

``calendar.py`` says which puzzle a day has and when a server gets it. ``service.py`` is what people
do with it, ``posts.py`` what is posted in servers. ``row.py`` has the puzzles that a person solves
without end, first those made of their own mistakes.
"""
