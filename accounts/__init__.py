"""People: who may come in, and what they are to a body."""
