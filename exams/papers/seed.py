"""The syllabus and the blueprints a body starts with."""

from __future__ import annotations

from typing import Any

import yaml
from django.conf import settings

from accounts.models import Body
from exams.papers.models import Blueprint, Quota, Topic


def seed(demo: bool) -> None:
    """Give each body the topics and blueprints it lacks; what a body has settled itself is left alone."""
    topics = _read("syllabus.yaml")["topics"]
    blueprints = _read("blueprints.yaml")["blueprints"]
    for body in Body.objects.all():
        # A syllabus from the time before topics could stand under one another has no order of its own to respect.
        flat = not Topic.objects.filter(body=body).exclude(parent=None).exists()
        _add_topics(body, topics, None, flat=flat)
        for blueprint in blueprints:
            _add_blueprint(body, **blueprint)


def _add_topics(body: Body, topics: list[dict[str, Any]], parent: Topic | None, *, flat: bool) -> None:
    for order, entry in enumerate(topics, start=1):
        fields: dict[str, Any] = {key: entry[key] for key in ("title", "about", "laws", "levels") if key in entry}
        topic, created = Topic.objects.get_or_create(
            body=body, slug=entry["slug"], defaults={**fields, "parent": parent, "order": order}
        )
        if flat and not created:
            topic.parent, topic.order = parent, order
            topic.save(update_fields=["parent", "order"])
        _add_topics(body, entry.get("under", []), topic, flat=flat)


def _add_blueprint(body: Body, *, code: str, quotas: list[dict[str, Any]], **terms: Any) -> None:
    blueprint, created = Blueprint.objects.get_or_create(body=body, code=code, defaults=terms)
    if not created:
        return
    topics = {topic.slug: topic for topic in Topic.objects.filter(body=body)}
    Quota.objects.bulk_create(
        Quota(
            blueprint=blueprint,
            topic=topics[quota["topic"]],
            level=quota["level"],
            kind=quota.get("kind", ""),
            difficulty=quota.get("difficulty"),
            count=quota["count"],
        )
        for quota in quotas
    )


def _read(name: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((settings.BASE_DIR / "fixtures" / name).read_text(encoding="utf-8"))
    return read
