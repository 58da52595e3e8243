"""Exporting and deleting what is stored about a person.

``bot/core/people/forgotten.py`` lists the tables concerned; the order of a deletion stands in
``service.py``.
"""
