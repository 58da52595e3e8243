"""The running program: client, settings, logs, what answers a click."""
