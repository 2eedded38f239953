"""Levels, awards, certificates and the public register."""
