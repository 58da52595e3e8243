"""What people see of it, and press."""
