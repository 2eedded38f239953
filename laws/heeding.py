"""Telling whatever rests on the law that its texts have changed.

The library knows nobody who uses it, so they hang a function here when the site starts. It is called once the change is
committed; should it fail, the law is changed all the same and the log says what failed.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

Heed = Callable[[], object]

_heeding: list[Heed] = []


def when_texts_change(heed: Heed) -> None:
    """Call this function after every transaction that changed wordings: a proposal published, texts loaded or imported."""
    _heeding.append(heed)


def texts_have_changed() -> None:
    """Tell everybody when the present transaction is committed."""
    for heed in _heeding:
        transaction.on_commit(heed, robust=True)
