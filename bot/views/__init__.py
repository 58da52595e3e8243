"""Layouts, buttons and forms. What they carry is in their ``custom_id``, and nowhere else."""
