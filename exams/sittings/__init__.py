"""Scheduled sittings, timed attempts and their answers."""
