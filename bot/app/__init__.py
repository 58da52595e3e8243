"""The running program: client, settings, logs, background jobs, commands for operators."""
