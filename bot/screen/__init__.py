"""How every feature shows pages and answers interactions; it knows no feature."""
