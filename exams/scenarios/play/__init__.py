"""Sensible play of a dealt board: what its players lead, follow with and discard, and the moments at which laws are staged."""
