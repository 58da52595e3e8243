"""What people see of tournaments, and press."""
