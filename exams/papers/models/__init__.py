"""Syllabus, blueprints and drawn papers.

A blueprint may be revised at any time; a paper never. What candidates were promised (minutes, pass mark, open book) is
therefore copied into the paper when it is drawn, and a drawn paper is a table that only grows.
"""

from exams.papers.models.blueprints import Blueprint, Order, Pairs, Quota, Terms
from exams.papers.models.drawn import Paper, PaperQuestion
from exams.papers.models.syllabus import Topic, TopicQuerySet

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
]
