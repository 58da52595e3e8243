"""What one player asks and the others grant."""
