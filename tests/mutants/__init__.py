"""Mutants: small faults that are put into the code, one at a time, for the tests to find.

``python -m tests.mutants PATH ...`` (``make mutants``) takes a sample of them. It works in a copy,
so that the worktree never holds a mutant.
"""
