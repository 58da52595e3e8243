"""What people can do, one folder for each thing."""
