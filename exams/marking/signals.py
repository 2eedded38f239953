"""What marking asks of what builds on it, regrading first of all; receivers are connected in `AppConfig.ready`."""

from __future__ import annotations

from django.dispatch import Signal

release_asked = Signal()
"""What has to be finished before results of this sitting are told? A receiver returns a list of sentences for an examiner.

Sent by `exams.marking.release.obstacles` with Sitting as sender: to show a page, outside a transaction, and inside the one that
signs or releases. sitting: the Sitting.
"""

adjustments_asked = Signal()
"""What has been laid down about the questions of this attempt since its paper was set? A receiver returns `Adjustments`.

Sent by `exams.marking.results.adjustments_of` with Attempt as sender, in the transaction that marks it, with its lock held;
a receiver that raises stops the marking. One receiver at most: two could not both be followed. attempt: the Attempt.
"""
