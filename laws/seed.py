"""What a new installation's library starts with."""

from laws import shelf


def seed(demo: bool) -> None:
    """Put the digest onto the shelf. The law is the same in the demo and for real."""
    shelf.load()
