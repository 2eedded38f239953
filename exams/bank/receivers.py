"""What the bank does when the law library tells it something."""

from __future__ import annotations

from django.dispatch import receiver

from exams.bank.tasks import flag_changed_provisions
from laws.signals import texts_changed


@receiver(texts_changed)
def queue_flagging(sender: object, **_more: object) -> None:
    """Have the questions looked at that rest on what was changed."""
    flag_changed_provisions.delay()
