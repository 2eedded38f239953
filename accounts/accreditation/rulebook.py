"""What changes levels and what they ask for: levels, drafts of requirements, and versions, which are published for good.

Each function is one transaction, asks for the permission itself, and leaves one entry in the audit log. A refusal that a
person should read is a ValidationError. Nothing here touches an award.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation import requirements, standing
from accounts.accreditation.life import HELD, AwardState
from accounts.accreditation.models import (
    Application,
    Award,
    Evidence,
    Level,
    Purpose,
    RequirementsDraft,
    RequirementsVersion,
)
from accounts.accreditation.renewal_rules import renewals_of
from accounts.accreditation.requirements import BadRule, Known, Rule, judge
from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from accounts.services import required_reason

Written = Mapping[str, Any]

# What can be set when a level is made, and what can be changed afterwards: blueprints and awards name it by its code.
CHANGEABLE = (
    "name",
    "order",
    "validity_months",
    "notice_months",
    "return_months",
    "end_month",
    "end_day",
    "revocation_countersigned",
    "appeal_days",
    "reminder_days",
    "applies_early",
    "event_kinds",
    "most_tables",
    "with_screens",
    "active_sessions",
    "active_months",
    "active_shown",
)
SETTABLE = ("code", *CHANGEABLE)


# --- Levels -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def create_level(*, body: Body, actor: User, fields: Mapping[str, Any]) -> Level:
    """Make a level, above all others unless `fields` gives its order. Nothing is asked for it until requirements are published.

    fields: by the names of the model (`SETTABLE`). Raises ValidationError by field.
    """
    require(actor, "accreditation.keep_levels", body)
    Body.objects.select_for_update(no_key=True).values_list("pk").get(pk=body.pk)
    _must_be_known(fields, SETTABLE)
    level = Level(body=body)
    if "order" not in fields:
        last = Level.objects.filter(body=body).order_by("order").values_list("order", flat=True).last()
        level.order = 0 if last is None else last + 1
    if Level.objects.filter(body=body, code=fields.get("code")).exists():
        raise ValidationError({"code": _("Another level of the body has this code. Choose another.")})
    _set(level, fields)
    level.save(force_insert=True)
    record(actor=actor, verb="level.made", target=level, body=body, data=_settings(level))
    return level


@transaction.atomic
def change_level(*, level: Level, actor: User, fields: Mapping[str, Any], reason: str) -> None:
    """Change what a level settles (`CHANGEABLE`). It holds for all awards at once, and moves no end that is set already.

    Raises ValidationError by field. What changes nothing leaves no entry.
    """
    require(actor, "accreditation.keep_levels", level)
    reason = required_reason(reason)
    _must_be_known(fields, CHANGEABLE)
    _lock(level)
    before = _settings(level)
    _set(level, fields)
    after = _settings(level)
    changed = [name for name in CHANGEABLE if before[name] != after[name]]
    if not changed:
        return
    level.save(update_fields=changed)
    data = {"before": {name: before[name] for name in changed}, "after": {name: after[name] for name in changed}}
    record(actor=actor, verb="level.changed", target=level, body=level.body_id, reason=reason, data=data)


def _must_be_known(fields: Mapping[str, Any], known: Sequence[str]) -> None:
    if unknown := [name for name in fields if name not in known]:
        raise ValidationError(_("“%(name)s” of a level cannot be set.") % {"name": unknown[0]}, "unknown")


def _set(level: Level, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        setattr(level, name, value)
    level.full_clean(exclude=["body"])
    level.validate_constraints()


def _settings(level: Level) -> dict[str, Any]:
    return {name: getattr(level, name) for name in SETTABLE}


def _lock(level: Level) -> None:
    """Hold the level, whose drafts and versions are made one after the other, and read it afresh."""
    Level.objects.select_for_update(no_key=True).values_list("pk").get(pk=level.pk)
    level.refresh_from_db()


# --- Drafts of requirements -------------------------------------------------------------------------------------------


@transaction.atomic
def begin_draft(*, level: Level, actor: User, purpose: Purpose = Purpose.GRANT) -> RequirementsDraft:
    """The draft of the level's requirements: the one that is there, or a new one of what is in force, or will be.

    A level has one draft at a time. Raises ValidationError where there is one for the other purpose.
    """
    require(actor, "accreditation.keep_levels", level)
    _lock(level)
    known = RequirementsDraft.objects.filter(level=level).first()
    if known is not None:
        if known.purpose != purpose:
            raise ValidationError(
                _("There is a draft for %(purpose)s already. Publish it or throw it away; then begin this one."),
                "other",
                {"purpose": known.get_purpose_display()},
            )
        return known
    latest = level.versions.filter(purpose=purpose).order_by("number").last()
    written = latest.written if latest else requirements.NOTHING.written()
    draft = RequirementsDraft.objects.create(level=level, purpose=purpose, written=written, changed_by=actor)
    record(actor=actor, verb="requirements.begun", target=draft, body=level.body_id)
    return draft


@transaction.atomic
def change_draft(
    *, draft: RequirementsDraft, actor: User, revision: int, change: Callable[[Rule], Rule]
) -> RequirementsDraft:
    """Change the draft. revision: what its reader had in view; change: makes the new rule of the old one.

    Raises ValidationError, and overwrites nothing, where somebody has changed or published it since, and with the faults of a
    rule that cannot be read. What the body does not have is found when it is published: a draft may be half done.
    """
    require(actor, "accreditation.keep_levels", draft)
    _hold(draft, revision)
    written = change(requirements.read(draft.written)).written()
    _readable(written)
    if written == draft.written:
        return draft
    draft.written, draft.revision = written, draft.revision + 1
    draft.changed_by, draft.changed_at = actor, timezone.now()
    draft.save(update_fields=["written", "revision", "changed_by", "changed_at"])
    data = {"revision": draft.revision, "requirements": written}
    record(actor=actor, verb="requirements.drafted", target=draft, body=draft.body_id, data=data)
    return draft


@transaction.atomic
def discard_draft(*, draft: RequirementsDraft, actor: User, revision: int) -> None:
    """Throw the draft away; what is in force stays. Raises ValidationError where somebody has changed it since."""
    require(actor, "accreditation.keep_levels", draft)
    _hold(draft, revision)
    record(actor=actor, verb="requirements.discarded", target=draft, body=draft.body_id, data={"was": draft.written})
    draft.delete()


def asked_of(draft: RequirementsDraft) -> str:
    """The code of the level that must not be asked for in it; "" where every level may be: a renewal leads to no level."""
    return "" if draft.is_renewal else draft.level.code


def _hold(draft: RequirementsDraft, revision: int) -> None:
    """Hold the level, and refuse what was made of an earlier state of the draft."""
    _lock(draft.level)
    now = RequirementsDraft.objects.filter(pk=draft.pk).select_related("changed_by").first()
    if now is None:
        raise ValidationError(
            _("This draft is gone: somebody has published or discarded it since you opened the page."), "gone"
        )
    if now.revision != revision:
        raise ValidationError(
            _("%(name)s has changed this draft since you opened the page. Look at it again; yours was not saved."),
            "overtaken",
            {"name": now.changed_by},
        )
    draft.refresh_from_db(fields=["written", "revision", "changed_by", "changed_at"])


def _readable(written: Written, known: Known | None = None, level: str = "") -> Rule:
    """The rule; with `known`, checked against what the body has. Raises ValidationError with every fault."""
    try:
        return requirements.read(written, known, level)
    except BadRule as bad:
        raise ValidationError(
            [
                ValidationError(f"{fault.place}: {fault.words}" if fault.place else fault.words, "rule")
                for fault in bad.faults
            ]
        ) from bad


# --- Versions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Affected:
    """What other requirements would change for people: those who meet the new and not the old, and the other way round; the
    waiting applications that could no longer be granted, and those that could be now.
    """

    gains: tuple[User, ...] = ()
    loses: tuple[User, ...] = ()
    blocked: tuple[Application, ...] = ()
    freed: tuple[Application, ...] = ()

    def __bool__(self) -> bool:
        """Whether anybody is affected."""
        return bool(self.gains or self.loses or self.blocked or self.freed)


def affected(level: Level, rule: Rule, purpose: Purpose = Purpose.GRANT) -> Affected:
    """Who would be affected: of those who have evidence on record or have applied for the level; for a renewal, of those who
    hold it or can still renew it. Awards never are.
    """
    body = level.body
    if purpose == Purpose.RENEWAL:
        return _affected_renewals(level, rule)
    old = standing.rule_of(level)
    people = set(Evidence.objects.filter(body=body).order_by().values_list("person", flat=True))
    people |= set(Application.objects.filter(level=level, renews=None).order_by().values_list("person", flat=True))
    records = standing.records_of(people, body, level=level)
    turned = {
        person: met_now for person, one in records.items() if (met_now := judge(rule, one).met) != judge(old, one).met
    }
    return _sorted(level, turned, is_renewal=False)


def _affected_renewals(level: Level, rule: Rule) -> Affected:
    awards = Award.objects.filter(level=level).in_state(*HELD, AwardState.EXPIRED).select_related("body", "level")
    old = standing.rule_of(level, purpose=Purpose.RENEWAL)
    before = renewals_of(awards, level.body, {level.pk: old})
    after = renewals_of(awards, level.body, {level.pk: rule})
    turned = {award.person_id: after[award.pk].met for award in awards if after[award.pk].met != before[award.pk].met}
    return _sorted(level, turned, is_renewal=True)


def _sorted(level: Level, turned: Mapping[UUID, bool], *, is_renewal: bool) -> Affected:
    """Those for whom it turns, by whether they would meet everything, with their applications that wait."""
    waiting = Application.objects.filter(
        level=level, renews__isnull=not is_renewal, status=Application.Status.SUBMITTED, person__in=turned
    )
    applications = list(waiting.select_related("person").order_by("created_at", "pk"))
    named = User.objects.filter(pk__in=turned).order_by("name", "pk")
    return Affected(
        gains=tuple(one for one in named if turned[one.pk]),
        loses=tuple(one for one in named if not turned[one.pk]),
        blocked=tuple(one for one in applications if not turned[one.person_id]),
        freed=tuple(one for one in applications if turned[one.person_id]),
    )


@transaction.atomic
def publish(
    *, draft: RequirementsDraft, actor: User, revision: int, from_day: datetime.date, reason: str
) -> RequirementsVersion:
    """Publish the draft as the next version, in force from today or a later day on; the draft is gone then.

    Raises ValidationError where the draft has been changed since, where something is wrong with it, and for a day that is past.
    """
    require(actor, "accreditation.keep_levels", draft)
    reason = required_reason(reason)
    _hold(draft, revision)
    level = draft.level
    if from_day < level.body.today():
        raise ValidationError(_("Requirements cannot change in the past. Choose today or a later day."), "past")
    # Levels that refer to one another are checked one after the other.
    Body.objects.select_for_update(no_key=True).values_list("pk").get(pk=level.body_id)
    later = RequirementsVersion.objects.filter(level__body=level.body_id, from_day__gt=from_day)
    for day in sorted({from_day, *later.values_list("from_day", flat=True)}):
        rule = _readable(draft.written, standing.known(level.body, day), asked_of(draft))
    last = level.versions.order_by("number").last()
    version = RequirementsVersion.objects.create(
        level=level,
        purpose=draft.purpose,
        number=last.number + 1 if last else 1,
        written=rule.written(),
        from_day=from_day,
        reason=reason,
        made_by=actor,
    )
    draft.delete()
    data = {
        "number": version.number,
        "purpose": version.purpose,
        "from_day": from_day,
        "requirements": version.written,
    }
    record(actor=actor, verb="requirements.published", target=version, body=level.body_id, reason=reason, data=data)
    return version
