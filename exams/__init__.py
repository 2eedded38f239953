"""Everything a question goes through, in the order in which it goes through it."""
