"""Keeping the syllabus: topics are added, changed, moved and taken out.

Whoever changes the tree locks it until the end (`lock_syllabus`), and reads again what was read before that. A page
that somebody works on knows by a digest whether what it was opened on has been changed since.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.audit.services import last_actor, record
from accounts.models import Body, User
from accounts.rules import require
from exams.bank.models import QuestionVersion
from exams.papers import syllabus
from exams.papers.models import Blueprint, Quota, Topic
from exams.papers.rules import CHANGE_SYLLABUS

# What of a topic is kept in the audit log.
TOLD = ("title", "about", "laws", "levels")


def lock_syllabus(body: Body) -> None:
    """Keep everybody else from changing the body's syllabus until the transaction ends.

    Locked is the body's row, by whoever changes the tree, so that two moves at once cannot tie a circle, and by whoever makes
    or revises a blueprint, so that no topic goes while it is being asked for. It is taken before any other lock, and it lets
    rows be written that only point to the body.
    """
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)


def digest_of(content: Any) -> str:
    """A digest of what stands in a thing, given as JSON can tell it; the order of keys does not matter."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


class TopicRefused(Exception):
    """The syllabus cannot be changed so; the message says why and what to do."""


class Changed(TopicRefused):
    """Somebody has changed the topic since the page was opened, so nothing was written. `digest` is that of what they saved."""

    def __init__(self, topic: Topic) -> None:
        told = {"who": last_actor(topic) or _("somebody else")}
        super().__init__(_("While you had it open, %(who)s changed this topic. Yours is kept below.") % told)
        self.digest = digest(topic)


def digest(topic: Topic) -> str:
    """A digest of what stands in a topic, by which to tell whether it has been changed."""
    return digest_of(_told(topic))


@transaction.atomic
def add(*, topic: Topic, actor: User) -> Topic:
    """Put a new topic, not saved yet, at the end of those beside it. Its slug is made of the title.

    Raises TopicRefused where it cannot stand there, as under a heading that was taken out meanwhile.
    """
    require(actor, CHANGE_SYLLABUS, topic.body)
    lock_syllabus(topic.body)
    _must_have_a_place(topic)
    topic.slug = _free_slug(topic)
    topic.order = _last(topic) + 1
    topic.save()
    record(actor=actor, verb="topic.added", target=topic, body=topic.body, data=_told(topic))
    return topic


@transaction.atomic
def change(*, topic: Topic, actor: User, seen: str = "") -> Topic:
    """Save a changed topic: its words, laws, levels, and what it stands under. One that moves goes to the end there.

    seen: the digest of the topic when the page was opened. Raises Changed when it has another by now, TopicRefused where it was
    deleted or cannot stand there.
    """
    require(actor, CHANGE_SYLLABUS, topic.body)
    lock_syllabus(topic.body)
    before = _as_it_is(topic)
    if seen not in ("", digest(before)):
        raise Changed(before)
    _must_have_a_place(topic)
    topic.order = before.order
    if topic.parent_id != before.parent_id:
        _must_not_be_below_itself(topic)
        topic.order = _last(topic) + 1
    topic.save(update_fields=["title", "about", "laws", "levels", "parent", "order"])
    record(
        actor=actor,
        verb="topic.changed",
        target=topic,
        body=topic.body,
        data={"before": _told(before), "after": _told(topic)},
    )
    return topic


@transaction.atomic
def shift(*, topic: Topic, actor: User, by: int) -> None:
    """Move a topic before (-1) or behind (1) the one beside it; at the end it stays.

    Raises TopicRefused where it is not beside these any more: moved, retired or deleted since `topic` was read.
    """
    require(actor, CHANGE_SYLLABUS, topic.body)
    lock_syllabus(topic.body)
    beside = list(Topic.objects.filter(body=topic.body, parent=topic.parent_id, retired_at=None))
    if topic not in beside:
        words = {"topic": topic}
        raise TopicRefused(_("“%(topic)s” was moved or taken out just now. Look at the syllabus again.") % words)
    place = beside.index(topic)
    other = place + by
    if not 0 <= other < len(beside):
        return
    beside[place], beside[other] = beside[other], beside[place]
    for order, each in enumerate(beside, start=1):
        each.order = order
    Topic.objects.bulk_update(beside, ["order"])
    record(actor=actor, verb="topic.moved", target=topic, body=topic.body, data={"slug": topic.slug, "by": by})


@transaction.atomic
def take_out(*, topic: Topic, actor: User) -> bool:
    """Retire a topic, or delete it when nothing ever named it; whether it was deleted.

    Raises TopicRefused while others stand under it or a blueprint asks for it.
    """
    require(actor, CHANGE_SYLLABUS, topic.body)
    lock_syllabus(topic.body)
    topic = _as_it_is(topic)
    if topic.children.filter(retired_at=None).exists():
        raise TopicRefused(
            _("Other topics stand under “%(topic)s”. Move them first, or take them out.") % {"topic": topic}
        )
    if asking := list(Blueprint.objects.filter(quotas__topic=topic).distinct().values_list("title", flat=True)):
        words = {"topic": topic, "blueprints": ", ".join(asking)}
        raise TopicRefused(
            _("These blueprints ask for “%(topic)s”: %(blueprints)s. Take it out of them first.") % words
        )
    used = is_used(topic)
    record(
        actor=actor,
        verb="topic.retired" if used else "topic.deleted",
        target=topic,
        body=topic.body,
        data={"slug": topic.slug, **_told(topic)},
    )
    if used:
        topic.retired_at = timezone.now()
        topic.save(update_fields=["retired_at"])
    else:
        topic.delete()
    return not used


@transaction.atomic
def bring_back(*, topic: Topic, actor: User) -> None:
    """Examine a retired topic again. Raises TopicRefused while the topic it stands under is retired."""
    require(actor, CHANGE_SYLLABUS, topic.body)
    lock_syllabus(topic.body)
    topic = _as_it_is(topic)
    if topic.parent and topic.parent.retired_at:
        words = {"topic": topic, "parent": topic.parent}
        raise TopicRefused(_("“%(topic)s” stands under “%(parent)s”, which is retired. Bring that back first.") % words)
    topic.retired_at = None
    topic.save(update_fields=["retired_at"])
    record(actor=actor, verb="topic.brought_back", target=topic, body=topic.body, data={"slug": topic.slug})


def is_used(topic: Topic) -> bool:
    """Whether a question, a retired topic under it, or the floor of a blueprint names it, so that it must stay."""
    return (
        QuestionVersion.objects.filter(body=topic.body_id, topic=topic.slug).exists()
        or topic.children.exists()
        or Quota.objects.filter(topic=topic).exists()
        or Blueprint.objects.filter(body=topic.body_id, floors__has_key=topic.slug).exists()
    )


def _as_it_is(topic: Topic) -> Topic:
    """The topic as it is now that the syllabus is locked."""
    found = Topic.objects.select_related("body", "parent").filter(pk=topic.pk).first()
    if found is None:
        raise TopicRefused(_("This topic was deleted just now. Add it anew if it is still wanted."))
    return found


def _must_have_a_place(topic: Topic) -> None:
    """Whether the heading it shall stand under, as that is now, is one of the body's and examined."""
    if topic.parent is None:
        return
    heading = Topic.objects.filter(pk=topic.parent.pk).first()
    if heading is None:
        words = {"parent": topic.parent}
        raise TopicRefused(_("“%(parent)s” was deleted just now. Choose another place for the topic.") % words)
    if heading.body_id != topic.body_id:
        raise TopicRefused(_("A topic stands under one of the same body."))
    if heading.retired_at:
        raise TopicRefused(_("“%(parent)s” is retired; nothing new stands under it.") % {"parent": heading})


def _must_not_be_below_itself(topic: Topic) -> None:
    nodes = {node.topic.pk: node for node in syllabus.read(topic.body).nodes}
    if topic.parent_id in {node.topic.pk for node in nodes[topic.pk].walk()}:
        words = {"topic": topic, "parent": topic.parent}
        raise TopicRefused(_("“%(parent)s” stands under “%(topic)s”, so it cannot also stand above it.") % words)


def _free_slug(topic: Topic) -> str:
    """A name in addresses that no topic of the body has."""
    length = Topic._meta.get_field("slug").max_length or 60
    base = slugify(topic.title)[: length - 4].strip("-") or "topic"
    taken = set(Topic.objects.filter(body=topic.body, slug__startswith=base).values_list("slug", flat=True))
    number = 1
    slug = base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def _last(topic: Topic) -> int:
    beside = Topic.objects.filter(body=topic.body, parent=topic.parent_id)
    return max(beside.values_list("order", flat=True), default=0)


def _told(topic: Topic) -> dict[str, Any]:
    return {**{name: getattr(topic, name) for name in TOLD}, "under": topic.parent.slug if topic.parent else ""}
