"""What practice asks of the rooms above, which it does not know; receivers are connected in `AppConfig.ready`."""

from __future__ import annotations

from typing import NamedTuple

from django.dispatch import Signal

reserved_asked = Signal()
"""Is one of these situations kept for somebody's assessment? A receiver returns whether it is; it writes nothing.

Sent by `exams.practice.exercises` before a table is shown. fingerprints: a list of str.
"""


class Waits(NamedTuple):
    """Something that waits for a learner: what it is, in words, and where it is done."""

    words: str
    url: str


waiting_asked = Signal()
"""What waits for this person beside what is due? A receiver returns a list of `Waits`, in their order; it writes nothing.

Sent by `exams.practice.views` for the training home, with a fixed number of queries. person: a User.
"""
