"""Marks, results and their explanation."""
