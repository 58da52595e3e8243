"""The running program: client, wiring, settings, logs, what answers a click."""
