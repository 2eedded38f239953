"""Syllabus, blueprints and drawn papers.

A blueprint may be revised at any time, and so may the syllabus; a paper never. What candidates were promised (minutes, pass
mark, open book) and which topic stands under which are therefore copied into the paper when it is drawn, and drawn papers are
a table that only grows.
"""

from exams.papers.models.blueprints import Blueprint, Order, Pairs, Quota, Terms
from exams.papers.models.drawn import Paper, PaperQuestion
from exams.papers.models.syllabus import Topic, TopicQuerySet, lineage

__all__ = [
    "Blueprint",
    "Order",
    "Pairs",
    "Paper",
    "PaperQuestion",
    "Quota",
    "Terms",
    "Topic",
    "TopicQuerySet",
    "lineage",
]
