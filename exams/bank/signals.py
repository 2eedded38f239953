"""What the bank asks of the rooms above it, which it does not know: they connect receivers in `AppConfig.ready`.

Both are questions: a receiver writes nothing, and what it returns is the answer. One that raises stops the page.
"""

from __future__ import annotations

from django.dispatch import Signal

topics_asked = Signal()
"""Which topics have these bodies? A receiver returns `exams.bank.topics.Topic`s in the order of each syllabus.

Sent by `exams.bank.topics.topics` with no sender, inside or outside a transaction. bodies: their ids (Collection[UUID]).
"""

quotas_asked = Signal()
"""What do the blueprints of this body want of the bank? A receiver returns `exams.bank.upkeep.coverage.topics.Want`s.

Sent by the page of the coverage with no sender, outside a transaction. body: its id (UUID).
"""
