"""Staging a table for a path through the law: plain Python, no Django."""
