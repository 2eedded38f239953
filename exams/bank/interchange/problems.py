"""What can be wrong with an upload: with all of it, or with one question of it."""

from __future__ import annotations


class BrokenUpload(ValueError):
    """Nothing of the file can be read; the message says why and what to send, to the person who sent it."""


class BrokenItem(ValueError):
    """This question cannot be taken; the message says why. The others of the file are not touched by it."""
