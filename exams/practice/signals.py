"""What practice asks of the rooms above, which it does not know; receivers are connected in `AppConfig.ready`."""

from __future__ import annotations

from django.dispatch import Signal

reserved_asked = Signal()
"""Is one of these situations kept for somebody's assessment? A receiver returns whether it is; it writes nothing.

Sent by `exams.practice.exercises` before a table is shown. fingerprints: a list of str.
"""
