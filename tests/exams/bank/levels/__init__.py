"""Levels of paths: by rule, and moved by a body."""
