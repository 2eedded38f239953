"""What the law library tells whoever rests on it, and need not know: connect a receiver in `AppConfig.ready`."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.dispatch import Signal

texts_changed = Signal()
"""Wordings have changed: a proposal was published, texts were loaded or imported. No arguments.

Sent by `texts_have_changed` with no sender, after the transaction that changed them was committed. Should a receiver fail, the
law is changed all the same, and the log says what failed.
"""


def texts_have_changed() -> None:
    """Send `texts_changed` when the present transaction is committed."""
    transaction.on_commit(partial(texts_changed.send, sender=None), robust=True)
