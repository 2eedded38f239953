"""Who keeps an edition, and what its editors propose."""

from __future__ import annotations

import datetime
import uuid
from functools import reduce
from operator import or_
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body
from laws.models import Commentary, Definition, Edition, Footnote, Provision
from laws.rulings.regulations import Regulation, parse_value

# Things that have wordings, and that an editor may change.
Thing = Provision | Footnote | Definition | Commentary


# The fields of a proposal that say what is proposed.
PROPOSED = (
    "act",
    "author",
    "authority",
    "base_id",
    "dated",
    "dated_to",
    "first_day",
    "heading",
    "instrument",
    "kind",
    "on",
    "place",
    "reason",
    "text",
)


class Stewardship(models.Model):
    """Which body keeps an edition here: its law editors, and nobody else, change the texts."""

    edition = models.OneToOneField(
        Edition, on_delete=models.PROTECT, related_name="stewardship", verbose_name=_("edition")
    )
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="stewardships", verbose_name=_("body"))

    class Meta:
        verbose_name = _("stewardship")
        verbose_name_plural = _("stewardships")
        ordering: ClassVar = ["edition"]

    def __str__(self) -> str:
        return f"{self.edition}: {self.body.short_name}"


class ForASecondPerson(models.Model):
    """What one law editor of a body says of a text of an edition, and another one of the same body decides on."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="law_%(class)ss", verbose_name=_("body"))
    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="%(class)ss", verbose_name=_("edition"))
    first_day = models.DateField(_("in force from"))
    reason = models.TextField(_("reason"), help_text=_("Kept with the record. The second person reads it."))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    answer = models.TextField(_("answer"), blank=True, help_text=_("Why it was declined."))

    class Meta:
        abstract = True


class Proposal(ForASecondPerson):
    """A change of one text that a law editor proposes, in full.

    `first_day` is the first day of the proposed text; when a comment ends, the first day without it. A correction has the
    days of the text that it corrects.
    """

    class Subject(models.TextChoices):
        """What sort of text it changes."""

        PROVISION = "provision", _("provision")
        FOOTNOTE = "footnote", _("footnote")
        DEFINITION = "definition", _("definition")
        COMMENTARY = "commentary", _("commentary")

    class Act(models.TextChoices):
        """What it does to the text."""

        AMEND = "amend", _("New wording from a date on")
        CORRECT = "correct", _("Correction of the digest, for as long as the text has stood")
        END = "end", _("End: superseded from a date on")
        NEW = "new", _("New comment")

    class Status(models.TextChoices):
        """Where it stands."""

        DRAFT = "draft", _("Draft")
        SUBMITTED = "submitted", _("Submitted")
        PUBLISHED = "published", _("Published")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    subject = models.CharField(_("kind of text"), max_length=10, choices=Subject.choices)
    provision = models.ForeignKey(
        Provision,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="proposals",
        verbose_name=_("provision"),
    )
    footnote = models.ForeignKey(
        Footnote, on_delete=models.PROTECT, null=True, blank=True, related_name="proposals", verbose_name=_("footnote")
    )
    definition = models.ForeignKey(
        Definition,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="proposals",
        verbose_name=_("definition"),
    )
    # A new comment gets its record when it is published.
    commentary = models.ForeignKey(
        Commentary,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="proposals",
        verbose_name=_("commentary"),
    )
    # Ids of wordings of the subject's kind; wordings are never deleted, so they need no foreign key for each kind.
    base_id = models.BigIntegerField(_("wording it was written against"), null=True, blank=True)
    entered_id = models.BigIntegerField(_("wording it became"), null=True, blank=True)

    act = models.CharField(_("what is proposed"), max_length=10, choices=Act.choices)
    instrument = models.CharField(
        _("instrument"),
        max_length=300,
        blank=True,
        help_text=_("What makes it law: the name of the amendment, or the meeting and its minute."),
    )
    heading = models.CharField(_("heading"), max_length=200, blank=True)
    text = models.TextField(_("text"), blank=True)

    # What a new comment is besides its text; see laws.models.Commentary.
    kind = models.CharField(_("kind"), max_length=12, choices=Commentary.Kind.choices, blank=True)
    on = ArrayField(models.CharField(max_length=20), default=list, blank=True, verbose_name=_("on the provisions"))
    author = models.CharField(_("author"), max_length=200, blank=True)
    authority = models.CharField(
        _("authority"), max_length=200, blank=True, help_text=_("The committee or body it comes from.")
    )
    place = models.CharField(_("place"), max_length=200, blank=True)
    dated = models.DateField(_("dated"), null=True, blank=True)
    dated_to = models.CharField(
        _("dated to the"), max_length=5, choices=Commentary.Precision.choices, default=Commentary.Precision.DAY
    )

    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.DRAFT)
    proposer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="law_proposals", verbose_name=_("proposed by")
    )
    created_at = models.DateTimeField(_("begun"), default=timezone.now, editable=False)
    submitted_at = models.DateTimeField(_("submitted"), null=True, blank=True)

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        ordering: ClassVar = ["-created_at", "id"]
        indexes: ClassVar = [models.Index(fields=["body", "status", "-created_at"], name="proposals_of_a_body")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(
                    subject="provision", provision__isnull=False, footnote=None, definition=None, commentary=None
                )
                | Q(subject="footnote", provision=None, footnote__isnull=False, definition=None, commentary=None)
                | Q(subject="definition", provision=None, footnote=None, definition__isnull=False, commentary=None)
                | (
                    Q(subject="commentary", provision=None, footnote=None, definition=None)
                    & (Q(commentary__isnull=False) | Q(act="new"))
                ),
                name="proposal_changes_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(act="new", subject="commentary", base_id=None) & ~Q(kind="")
                | ~Q(act="new") & Q(base_id__isnull=False),
                name="proposal_changes_a_text_or_adds_a_comment",
            ),
            models.CheckConstraint(
                condition=~Q(act="end") | Q(subject="commentary"), name="only_commentary_ends_without_a_new_text"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "withdrawn"]) | Q(submitted_at__isnull=False),
                name="proposal_is_decided_after_it_was_submitted",
            ),
            models.CheckConstraint(
                # Whoever publishes or declines is not the one who proposed: the database holds it too.
                condition=Q(status__in=["published", "declined"], decided_by__isnull=False, decided_at__isnull=False)
                & ~Q(decided_by=F("proposer"))
                | Q(status__in=["draft", "submitted", "withdrawn"], decided_by=None, decided_at=None),
                name="proposal_is_decided_by_a_second_person",
            ),
            models.CheckConstraint(
                condition=Q(status="published", entered_id__isnull=False) | ~Q(status="published") & Q(entered_id=None),
                name="published_proposal_names_its_wording",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="decided_is_final",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__status__in=["published", "declined", "withdrawn"]),
            ),
            # What a second person reads and publishes is what was submitted.
            pgtrigger.Protect(
                name="submitted_is_fixed",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__status="submitted")
                & reduce(or_, (pgtrigger.Q(**{f"old__{name}__df": pgtrigger.F(f"new__{name}")}) for name in PROPOSED)),
            ),
            pgtrigger.ReadOnly(
                name="subject_is_fixed",
                fields=["body", "edition", "subject", "provision", "footnote", "definition", "proposer", "created_at"],
            ),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("law_editing:proposal", args=[self.pk])

    @property
    def thing(self) -> Thing | None:
        """What has the text; nothing for a new comment that is not published."""
        return self.provision or self.footnote or self.definition or self.commentary

    @property
    def subject_name(self) -> str:
        """What the changed text is called: “27B1(a)”, “Footnote 7 on 27A”."""
        if self.provision:
            return self.provision.key
        if self.footnote:
            note = {"mark": self.footnote.mark, "key": self.footnote.provision.key}
            return gettext("Footnote %(mark)s on %(key)s") % note
        if self.definition:
            return gettext("Definition of “%(term)s”") % {"term": self.definition.term}
        return gettext("Comment “%(title)s”") % {"title": self.heading or self.on_words or self.get_kind_display()}

    @property
    def on_words(self) -> str:
        """The provisions of a new comment in words."""
        return ", ".join(self.on)

    @property
    def title(self) -> str:
        """What is proposed, in a line."""
        words = {
            self.Act.AMEND: gettext("%(subject)s: new wording from %(day)s"),
            self.Act.CORRECT: gettext("%(subject)s: correction"),
            self.Act.END: gettext("%(subject)s: superseded from %(day)s"),
            self.Act.NEW: gettext("%(subject)s: new from %(day)s"),
        }
        day = date_format(self.first_day, "j F Y")
        return words[self.Act(self.act)] % {"subject": self.subject_name, "day": day}

    @property
    def changes_the_law(self) -> bool:
        """Whether it is an amendment: a new wording of the law book itself, not a correction and not commentary."""
        return self.act == self.Act.AMEND and self.subject != self.Subject.COMMENTARY

    @property
    def seen(self) -> str:
        """What tells this submission from an earlier one of the same proposal: a decision is about what was read."""
        return self.submitted_at.isoformat() if self.submitted_at else ""


class Confirmation(ForASecondPerson):
    """That the engine's procedures hold under a wording they were not written from: who says so, who has confirmed it, why.

    `text` and `digest` are those of `laws.rulings.wordings`; `wording_id` the wording that was read, a provision's or a
    footnote's.
    """

    class How(models.TextChoices):
        """What was done."""

        WORDS = "words", _("Only the words have changed")
        PROGRAM = "program", _("The procedures were checked or rewritten")

    class Status(models.TextChoices):
        """Where it stands."""

        WAITING = "waiting", _("Waits for a second law editor")
        CONFIRMED = "confirmed", _("Confirmed")
        DECLINED = "declined", _("Declined")
        TAKEN_BACK = "taken_back", _("Taken back")

    text = models.CharField(_("text"), max_length=30)
    digest = models.CharField(_("digest"), max_length=64)
    wording_id = models.BigIntegerField(_("wording that was read"))
    how = models.CharField(_("what was done"), max_length=10, choices=How.choices, default=How.WORDS)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.WAITING)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("said by")
    )
    asked_at = models.DateTimeField(_("said"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("confirmation of procedures")
        verbose_name_plural = _("confirmations of procedures")
        ordering: ClassVar = ["-asked_at", "id"]
        indexes: ClassVar = [models.Index(fields=["body", "status", "-asked_at"], name="confirmations_of_a_body")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["edition", "text", "first_day", "digest"],
                condition=Q(status="waiting"),
                name="one_confirmation_waits_for_a_wording",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "taken_back"], decided_by=None, decided_at=None)
                | Q(status__in=["confirmed", "declined"], decided_by__isnull=False, decided_at__isnull=False),
                name="confirmation_is_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(how="program") | Q(decided_by=None) | ~Q(decided_by=F("asked_by")),
                name="words_are_confirmed_by_a_second_person",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="confirmation_decided_is_final",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__status__in=["confirmed", "declined", "taken_back"]),
            ),
            pgtrigger.ReadOnly(
                name="what_is_confirmed_is_fixed",
                fields=[
                    "body",
                    "edition",
                    "text",
                    "first_day",
                    "digest",
                    "wording_id",
                    "how",
                    "reason",
                    "asked_by",
                    "asked_at",
                ],
            ),
            never_deleted("confirmation_is_never_deleted"),
        ]

    def __str__(self) -> str:
        return f"{self.edition.slug} {self.text}, {self.first_day}"

    def get_absolute_url(self) -> str:
        """The page of its wording."""
        return reverse("law_editing:engine-wording", args=[self.edition.slug, self.wording_id])


class BodyRegulationQuerySet(models.QuerySet["BodyRegulation"]):
    """Questions asked of regulations."""

    def of(self, body: Body) -> BodyRegulationQuerySet:
        """Those of a body, with it at hand for their sources."""
        return self.filter(body=body).select_related("body")

    def standing(self, known_at: datetime.datetime | None = None) -> BodyRegulationQuerySet:
        """Those that no later record corrects; as they were on record at a moment, or now."""
        if known_at is None:
            return self.filter(correction=None)
        uncorrected = Q(correction=None) | Q(correction__laid_down_at__gt=known_at)
        return self.filter(uncorrected, laid_down_at__lte=known_at)


class BodyRegulation(models.Model):
    """What a body lays down on a matter that the Laws leave to it, from a day on. The table only grows.

    A later one follows it from its own day. One that `corrects` another takes its place from the beginning.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, on_delete=models.PROTECT, related_name="regulations", verbose_name=_("body"))
    matter = models.CharField(_("matter"), max_length=40, help_text=_("As a table record names it."))
    value = models.JSONField(
        _("what holds"),
        null=True,
        blank=True,
        help_text=_("As a table record writes it; empty if the body no longer has a rule of its own."),
    )
    since = models.DateField(_("in force from"))
    source = models.CharField(
        _("source"),
        max_length=300,
        help_text=_("The document or meeting that made the regulation, and where it says so."),
    )
    reason = models.TextField(_("reason"), blank=True, help_text=_("For a correction: what was wrong."))
    corrects = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="correction", verbose_name=_("corrects")
    )
    laid_down_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("entered by")
    )
    laid_down_at = models.DateTimeField(_("entered"), default=timezone.now, editable=False)

    objects = BodyRegulationQuerySet.as_manager()

    class Meta:
        verbose_name = _("regulation")
        verbose_name_plural = _("regulations")
        ordering: ClassVar = ["-since", "-laid_down_at", "id"]
        indexes: ClassVar = [models.Index(fields=["body", "matter", "since"], name="regulations_of_a_body")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(source=""), name="regulation_names_its_source"),
            models.CheckConstraint(
                condition=Q(corrects=None) | ~Q(reason=""), name="correction_of_a_regulation_says_why"
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.body.short_name}: {self.matter}, {self.since}"

    def get_absolute_url(self) -> str:
        """Its place on its body's page."""
        return reverse("regulations:body", args=[self.body.slug]) + f"#{self.matter}"

    @property
    def regulation(self) -> Regulation | None:
        """As the engine takes it; nothing when the default is to hold again."""
        if self.value is None:
            return None
        source = f"{self.body}: {self.source}"
        return Regulation(parse_value(self.matter, self.value, "value", source), self.since, source)
