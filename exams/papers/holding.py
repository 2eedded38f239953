"""The one lock of a syllabus.

What is locked: the body's row. Who takes it: who changes the tree, so that two moves at once cannot tie a circle, and who
makes or revises a blueprint, so that no topic goes while it is being asked for. It is taken before any other lock, and it
lets rows be written that only point to the body. What was read before it may be stale: read it again.
"""

from __future__ import annotations

from accounts.models import Body


def hold(body: Body) -> None:
    """Keep everybody else from changing the body's syllabus until the transaction ends."""
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)
