"""Sittings for programs: /api/v1/sittings/."""
