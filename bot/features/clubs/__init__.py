"""Club matches: two servers play against each other on boards that stand in both.

``service.py`` says what managers, captains and players do, ``progress.py`` what happens by itself,
``rules.py`` who meets whom.
"""
