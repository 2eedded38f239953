"""The one log of who did what, when and why."""
