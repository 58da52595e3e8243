"""What people can do. Nothing here knows Discord."""
