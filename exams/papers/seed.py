"""The syllabus and the blueprints a body starts with."""

from __future__ import annotations

from typing import Any

import yaml
from django.conf import settings

from accounts.models import Body
from exams.papers.models import Blueprint, Quota, Topic


def seed(demo: bool) -> None:
    """Give each body that has none of its own the topics and blueprints to start with.

    A body that has a syllabus or blueprints has settled what it examines: nothing is added to them, nor comes back that it
    took out. Only a syllabus from the time before topics could stand under one another gets its headings.
    """
    topics = _read("syllabus.yaml")["topics"]
    blueprints = _read("blueprints.yaml")["blueprints"]
    for body in Body.objects.all():
        held = Topic.objects.filter(body=body)
        flat = not held.exclude(parent=None).exists()
        if flat and set(held.values_list("slug", flat=True)) <= _slugs(topics):
            _add_topics(body, topics, None, flat=flat)
        # They ask for the topics to start with, which another syllabus need not have.
        examined = set(held.examined().values_list("slug", flat=True))
        asked = {quota["topic"] for blueprint in blueprints for quota in blueprint["quotas"]}
        if asked <= examined and not Blueprint.objects.filter(body=body).exists():
            for blueprint in blueprints:
                _add_blueprint(body, **blueprint)


def _slugs(topics: list[dict[str, Any]]) -> set[str]:
    """The topics and all that stand under them, by slug."""
    return {slug for entry in topics for slug in (entry["slug"], *_slugs(entry.get("under", [])))}


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
