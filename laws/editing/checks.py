"""What is wrong with a proposal, and what its proposer should know before he goes on."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from laws import library
from laws.comparing.words import plain_spacing
from laws.editing import subjects
from laws.editing.models import Proposal
from laws.models import Amendment, Commentary, Edition, Provision, Wording

Act, Subject = Proposal.Act, Proposal.Subject
Fault = tuple[str, str]
BINDING = {Commentary.Kind.MINUTE, Commentary.Kind.REGULATION}


def must_stand(proposal: Proposal) -> None:
    """ValidationError, by field, unless the proposal could be published as it is now."""
    faults: dict[str, list[str]] = {}
    for field, sentence in _faults(proposal):
        faults.setdefault(field, []).append(sentence)
    if faults:
        raise ValidationError(faults)


def is_stale(proposal: Proposal) -> bool:
    """Whether the text has changed since the proposal was written against it."""
    if proposal.act == Act.NEW:
        return False
    was = subjects.base(proposal)
    return was is None or was.superseded_at is not None


def warnings(proposal: Proposal) -> list[str]:
    """What does not stop it, but should be meant: the day has passed, or lies far from what the instrument allows."""
    told = []
    if proposal.act in {Act.AMEND, Act.END} and proposal.first_day < library.today():
        told.append(
            _("The first day, %(day)s, has passed: rulings given since were given under the old text.")
            % {"day": _day(proposal.first_day)}
        )
    was = subjects.base(proposal)
    if proposal.act != Act.END and getattr(was, "tables", None):
        told.append(_("The tables of this provision stay as they are."))
    return told


def _faults(proposal: Proposal) -> Iterator[Fault]:
    """Everything that is wrong, with the field where it can be put right."""
    if not proposal.reason.strip():
        yield "reason", _("Say why: the reason is kept with the record.")
    yield from _faults_of_days(proposal)
    if proposal.act == Act.NEW:
        yield from _faults_of_new_comment(proposal)
    else:
        yield from _faults_against_base(proposal)
    if proposal.changes_the_law:
        yield from _faults_of_instrument(proposal)


def _faults_of_days(proposal: Proposal) -> Iterator[Fault]:
    edition = proposal.edition
    if proposal.first_day < edition.in_force:
        words = {"edition": edition, "day": _day(edition.in_force)}
        yield "first_day", _("“%(edition)s” is in force only from %(day)s.") % words
        return
    later = Edition.objects.filter(code=edition.code_id, in_force__gt=edition.in_force).order_by("in_force").first()
    if later and proposal.first_day >= later.in_force:
        words = {"edition": later, "day": _day(later.in_force)}
        yield "first_day", _("From %(day)s on “%(edition)s” applies instead.") % words


def _faults_against_base(proposal: Proposal) -> Iterator[Fault]:
    was = subjects.base(proposal)
    if was is None:
        yield "first_day", _("No text of it is in force on that day, so there is nothing to change.")
        return
    if is_stale(proposal):
        yield (
            "__all__",
            _("The text has changed since this was written, so it must be updated against the current text."),
        )
        return
    if proposal.act in {Act.AMEND, Act.END}:
        yield from _faults_of_range(proposal, was)
    if proposal.act != Act.END:
        if was.text and not proposal.text.strip():
            yield "text", _("The text is empty. You cannot remove a provision by leaving its text empty.")
        elif not was.text and not proposal.text.strip() and not proposal.heading.strip():
            yield "heading", _("It must have a heading or a text.")
        same = plain_spacing(proposal.text) == plain_spacing(was.text)
        if same and (proposal.subject not in subjects.HEADED or proposal.heading == subjects.heading_of(was)):
            yield "text", _("This is what the text already says.")


def _faults_of_range(proposal: Proposal, was: Wording) -> Iterator[Fault]:
    """A change from a day on needs a text that stood before, and nothing that was published for later."""
    if was.effective.lower == proposal.first_day:
        if proposal.act == Act.END:
            yield "first_day", _("That is its first day, so it would never have been in force.")
        else:
            yield (
                "first_day",
                _(
                    "The current text is in force from that very day: propose a correction of it, or choose "
                    "another day."
                ),
            )
    if until := was.effective.upper:
        words = {"day": _day(until)}
        if proposal.act == Act.END:
            yield "first_day", _("It ends on %(day)s already.") % words
        else:
            yield (
                "first_day",
                _("The text of that day ends on %(day)s: a new one would overlap with what follows it.") % words,
            )


def _faults_of_instrument(proposal: Proposal) -> Iterator[Fault]:
    name = proposal.instrument.strip()
    if not name:
        yield "instrument", _("Name the instrument: what makes this the law.")
        return
    known = Amendment.objects.filter(edition=proposal.edition_id, instrument=name).first()
    if known and known.in_force != proposal.first_day:
        words = {"instrument": name, "day": _day(known.in_force)}
        yield "first_day", _("“%(instrument)s” is in force from %(day)s.") % words


def _faults_of_new_comment(proposal: Proposal) -> Iterator[Fault]:
    if not proposal.text.strip():
        yield "text", _("The text is empty.")
    if not proposal.kind:
        yield "kind", _("Say what sort of comment it is.")
    if proposal.kind in BINDING and not proposal.authority.strip():
        yield "authority", _("Minutes and regulations bind because of who made them: name the committee or body.")
    if proposal.kind == Commentary.Kind.MINUTE and proposal.dated is None:
        yield "dated", _("A minute is of a meeting, and that has a date.")
    if proposal.dated and proposal.dated > library.today():
        yield "dated", _("That day is still to come.")
    if not proposal.on:
        yield "on", _("Give at least one provision that it is about.")
    known = set(
        Provision.objects.filter(edition=proposal.edition_id, key__in=proposal.on).values_list("key", flat=True)
    )
    if missing := [key for key in proposal.on if key not in known]:
        words = {"keys": ", ".join(missing), "edition": proposal.edition}
        yield "on", _("%(keys)s: there is no such provision in “%(edition)s”.") % words


def _day(day: datetime.date) -> str:
    return date_format(day, "j F Y")
