"""What a level asks for, laid down for a test in a line."""

from __future__ import annotations

import datetime

from accounts.accreditation.models import Level, RequirementsVersion
from accounts.accreditation.requirements import AllOf, Paper, Rule
from accounts.accreditation.standing import rule_of

LONG_AGO = datetime.date(2000, 1, 1)


def ask(level: Level, rule: Rule, from_day: datetime.date = LONG_AGO) -> RequirementsVersion:
    """Let the level ask for just this, as its next version."""
    number = level.versions.count() + 1
    return RequirementsVersion.objects.create(level=level, number=number, written=rule.written(), from_day=from_day)


def ask_paper(level: Level, code: str, words: str = "") -> RequirementsVersion:
    """Let the level ask for a pass in papers of this blueprint as well."""
    return ask(level, AllOf(of=(*rule_of(level).parts(), Paper(codes=(code,), words=words))))
