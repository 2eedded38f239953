"""What sittings ask and tell the rooms above, which they do not know; receivers are connected in `AppConfig.ready`."""

from __future__ import annotations

from django.dispatch import Signal

admission_asked = Signal()
"""What stands against this person's sitting this sitting? A receiver returns a sentence to that person, or "" for nothing.

Sent by `exams.sittings.entries.objection` with Sitting as sender: to show a page, outside a transaction, and inside the one in
which somebody enters or starts. The first sentence is told. person: the User; sitting: the Sitting.
"""

attempt_closed = Signal()
"""An attempt has been closed, by its candidate, by hand or by its deadline; not sent of one that is void.

Sent by `exams.sittings.closure` with Attempt as sender, in the transaction that closes it, with the attempt's lock held. All
receivers stand in one savepoint: if one raises, what they wrote is undone, the closing stands and the log says why; but an
OperationalError undoes the closing too. attempt: the Attempt.
"""

attempts_voided = Signal()
"""Attempts, or all of a sitting, have been declared void.

Sent by `exams.sittings.endings` with Attempt as sender, in the transaction that declares them so; a receiver that raises undoes
it. attempts: a QuerySet[Attempt], locked, closed and perhaps marked; reason: the words of whoever did it.
"""

sitting_ended = Signal()
"""A sitting has been ended before its close.

Sent by `exams.sittings.endings.end` with Sitting as sender, after its transaction was committed. Should a receiver fail, the
sitting is ended all the same: what follows can wait for its sweeper. sitting: the Sitting.
"""
