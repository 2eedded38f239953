"""Saying what differs between two texts of the law."""
