"""Measurements that people run by hand; nothing here decides whether the tests pass."""
