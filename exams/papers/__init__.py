"""Syllabus, blueprints and the papers drawn by them."""
