"""How people and servers want things to be."""
