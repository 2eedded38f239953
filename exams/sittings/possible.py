"""What a service answers when it may not do what was asked now."""


class NotPossible(Exception):
    """What was asked cannot be done now; the message says why, to the person who asked."""
