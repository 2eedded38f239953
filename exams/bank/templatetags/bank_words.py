"""What examiners read of a version in place of short names.

{% topic_title titles version %}    what the syllabus calls its topic; `titles` is exams.bank.topics.Titles
{{ version|way }}                   the engine's way through the law, a line for each step
"""

from __future__ import annotations

from django import template

from exams.bank.models import QuestionVersion
from exams.bank.topics import Titles
from exams.bank.ways import told

register = template.Library()


@register.simple_tag
def topic_title(titles: Titles, version: QuestionVersion) -> str:
    """The title of the topic that the version is filed under."""
    return titles.of(version.body_id, version.topic)


@register.filter
def way(version: QuestionVersion) -> list[tuple[str, str]]:
    """Questions and answers; none of a question that the engine did not rule on."""
    return told(version.content)
