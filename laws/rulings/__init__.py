"""The rules engine: plain Python, no Django, no I/O."""
