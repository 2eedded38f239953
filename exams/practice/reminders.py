"""A mail on each day of a plan, for whoever wants one.

It is sent at once and stored nowhere: a letter of the body would be seen by those who keep its list of letters, and what
somebody practises is seen by nobody else.
"""

from __future__ import annotations

import datetime as dt

import structlog
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone, translation

from accounts.letters.services import address, worded
from exams.practice.models import Memory, Plan
from exams.practice.plan_views import in_words, laws_of, left_in_words
from exams.practice.queue import plan_for, plan_of
from laws import keys

log = structlog.get_logger(__name__)
MORNING, EVENING = 7, 12
"""The hours of the learner's day between which a mail is sent; a site that was down all morning lets the day pass."""


def remind(now: dt.datetime | None = None) -> int:
    """Send today's mail to everybody for whom it is morning and who has something to do; how many were sent.

    One that cannot be sent stops no other, and is tried again in the next hour.
    """
    now = now or timezone.now()
    sent = 0
    for pk in list(Plan.objects.filter(reminders=True, learner__person__is_active=True).values_list("pk", flat=True)):
        try:
            sent += _remind(pk, now)
        except OSError:
            log.exception("plan_not_mailed", plan=pk)
    return sent


@transaction.atomic
def _remind(pk: int, now: dt.datetime) -> bool:
    rows = Plan.objects.select_for_update(of=("self",), skip_locked=True).select_related("learner__person")
    found = rows.filter(pk=pk, reminders=True).first()
    if found is None:
        return False
    learner = found.learner
    today = learner.day(now)
    if found.reminded_on == today or not MORNING <= timezone.localtime(now, learner.zone).hour < EVENING:
        return False
    followed = plan_of(learner, today)
    day = plan_for(followed, now, Memory.objects.filter(learner=learner).held()) if followed else None
    if followed is None or day is None or not len(day):
        return False
    Plan.objects.filter(pk=pk).update(reminded_on=today)
    context = {
        "person": learner.person,
        "what": in_words(day),
        "left": left_in_words(learner, followed.exam_on, now),
        "read": [keys.name(law) for law in laws_of(day.new)],
        "page": address("practice:home"),
        "plan": address("practice:plan"),
    }
    with translation.override(None):
        subject, paragraphs = worded("practice/mail/plan", context)
    text = "\n\n".join(f"{one.words} {one.address}".strip() for one in paragraphs)
    send_mail(subject, text, None, [learner.person.email])
    return True
