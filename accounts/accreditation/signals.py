"""What accreditation asks of the exams, which it does not know: they connect receivers in `AppConfig.ready`.

It is a question: a receiver writes nothing, and what it returns is the answer. One that raises stops the page.
"""

from __future__ import annotations

from django.dispatch import Signal

papers_asked = Signal()
"""Which papers has this body? A receiver returns `accounts.accreditation.papers.PaperOnOffer`s, each code once.

Sent by `accounts.accreditation.papers.papers_of` with no sender, inside or outside a transaction. body: the Body; person: the
User who is to see them, or None for anybody at all. No receiver tells more of a sitting than that person may see.
"""

appointments_asked = Signal()
"""Which practical assessments are arranged for this person and still open? A receiver returns
`accounts.accreditation.papers.Appointment`s.

Sent by `accounts.accreditation.papers.appointments_of` with no sender. body: the Body; person: the User who is assessed.
"""

dates_asked = Signal()
"""When can papers of these bodies be sat? A receiver returns `accounts.accreditation.papers.ExamDate`s, with no more than a
stranger may know: the day, the paper, the place and until when one can enter.

Sent by `accounts.accreditation.papers.dates_of` with no sender. bodies: the Bodies.
"""

samples_asked = Signal()
"""Which samples of papers does this body show to everybody? A receiver returns `accounts.accreditation.papers.SampleOnShow`s.

Sent by `accounts.accreditation.papers.samples_of` with no sender. body: the Body.
"""
