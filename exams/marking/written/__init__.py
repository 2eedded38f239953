"""Written rulings: two markers, blind to each other and to the name, on a rubric derived from the ruling."""

from __future__ import annotations
