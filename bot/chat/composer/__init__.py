"""A move put together by choosing, privately."""
