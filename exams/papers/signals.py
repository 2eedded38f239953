"""What papers ask and tell of a paper that is replaced, for the rooms above; receivers are connected in `AppConfig.ready`."""

from __future__ import annotations

from django.dispatch import Signal

swap_asked = Signal()
"""Why must this paper stay as it is? A receiver returns a sentence, or "" if it has nothing against a swap.

Sent by `exams.papers.swaps.objection` with Paper as sender: to show a page, outside a transaction, and once more inside the
transaction that would swap, with the paper locked. The first sentence is told. paper: the Paper.
"""

paper_swapped = Signal()
"""A paper has been replaced by a copy with another question.

Sent by `exams.papers.swaps.swap` with Paper as sender, in the transaction that makes the copy; a receiver that raises, as
`NotSwapped`, undoes it. old: the Paper that is replaced; new: the Paper that replaces it; actor: the User who did it.
"""

practised_asked = Signal()
"""Which of these situations have come up in practice? A receiver returns a dict: the fingerprint, and when it did last.

Sent by `exams.papers.fitness.practised`. fingerprints: a collection of str; since: the datetime from which it counts.
"""
