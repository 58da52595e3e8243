"""A move put together by choosing or typing, privately."""
