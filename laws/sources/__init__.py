"""Readers of published documents: one for each format. They yield plain dataclasses and know no Django."""
