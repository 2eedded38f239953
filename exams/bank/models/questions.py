"""Questions and their versions.

A question is one problem; a version is one wording of it. What a version says is fixed for good when it is stored,
since candidates were marked by it; only where it stands on its way through review may change, by `TRANSITIONS`, and the
level at which it is asked, when the body moves its path (`LevelMove`). These rules are triggers, so they hold for the
shell and for raw SQL as well.
"""

from __future__ import annotations

import uuid
from typing import ClassVar

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchQuery, SearchVector, SearchVectorField
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body, User
from exams.bank.models.difficulty import Difficulty, band, expected
from laws import keys


class Level(models.TextChoices):
    """What a director must master to be asked this."""

    CLUB = "club", _("Club")
    CONGRESS = "congress", _("Congress")


# How many different examiners must approve a version: congress questions rest on the rarer laws, where one reader errs.
APPROVALS_NEEDED = {Level.CLUB: 1, Level.CONGRESS: 2}


class Status(models.TextChoices):
    """Where a version stands on its way into papers."""

    DRAFT = "draft", _("Draft")
    IN_REVIEW = "in_review", _("In review")
    APPROVED = "approved", _("Approved")
    REJECTED = "rejected", _("Rejected")
    RETIRED = "retired", _("Retired")


TRANSITIONS = (
    (Status.DRAFT, Status.IN_REVIEW),
    (Status.IN_REVIEW, Status.APPROVED),
    (Status.IN_REVIEW, Status.REJECTED),
    (Status.REJECTED, Status.IN_REVIEW),
    (Status.APPROVED, Status.IN_REVIEW),
    (Status.APPROVED, Status.RETIRED),
    # Given up, or replaced by a later version before anybody approved it.
    (Status.DRAFT, Status.RETIRED),
    (Status.IN_REVIEW, Status.RETIRED),
    (Status.REJECTED, Status.RETIRED),
)


class Question(models.Model):
    """One problem, known by the fingerprint of its facts so that a body never stores it twice."""

    class Source(models.TextChoices):
        """Who thought of it."""

        GENERATED = "generated", _("Generated")
        WRITTEN = "written", _("Written")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    source = models.CharField(_("source"), max_length=20, choices=Source.choices)
    procedure = models.CharField(
        _("procedure"),
        max_length=20,
        blank=True,
        help_text=_("The procedure of the rules engine, as 27; empty where a person wrote the question."),
    )
    fingerprint = models.CharField(_("fingerprint"), max_length=64)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "fingerprint"], name="question_once_a_body"),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(name="stays_as_stored", operation=pgtrigger.Update),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.procedure or self.source}/{self.fingerprint[:8]}"


class QuestionVersionQuerySet(models.QuerySet["QuestionVersion"]):
    """The questions examiners ask of the bank."""

    def approved(self) -> QuestionVersionQuerySet:
        """Those that may stand in a paper."""
        return self.filter(status=Status.APPROVED)

    def awaiting(self, examiner: User) -> QuestionVersionQuerySet:
        """Those in review that this examiner has not approved yet and did not write, the longest waiting first."""
        mine = Review.objects.filter(
            version=models.OuterRef("pk"),
            round=models.OuterRef("round"),
            examiner=examiner,
            decision="approve",
        )
        waiting = self.filter(~models.Exists(mine), ~Q(authors__contains=[examiner.pk]), status=Status.IN_REVIEW)
        return waiting.order_by("created_at", "pk")

    def later_than(self, version: QuestionVersion) -> QuestionVersionQuerySet:
        """Those that came into the bank after it."""
        return self.filter(Q(created_at__gt=version.created_at) | Q(created_at=version.created_at, pk__gt=version.pk))

    def with_difficulty(self) -> QuestionVersionQuerySet:
        """Each with `band` (1 to 3, as `Difficulty`) and `expected` (the facility to expect, 0 to 1)."""
        return self.annotate(band=band(), expected=expected())

    def matching(self, words: str) -> QuestionVersionQuerySet:
        """Those that contain the words, or cite the provision that they may be the number of, however it is spelled."""
        said = Q(search=SearchQuery(words, config="english", search_type="websearch"))
        key = keys.read_loosely(words)
        return self.filter(said | Q(provisions__contains=[str(key)]) if key else said)

    def citing(self, typed: str) -> QuestionVersionQuerySet:
        """Those that cite exactly this provision; what cannot be read as one is cited by none."""
        key = keys.read_loosely(typed)
        return self.filter(provisions__contains=[str(key)]) if key else self.none()


class QuestionVersion(models.Model):
    """One wording of a question: what the candidate reads, the key and the explanation, as `content.schema.json` says.

    The columns beside `content` repeat what lists are filtered by; `exams.bank.content.columns` fills them from it. `level`
    alone may be another: that to which the body has moved the question's path (`exams.bank.levels`).
    """

    class Kind(models.TextChoices):
        """What the candidate is asked to do."""

        BEST_RULING = "best_ruling", _("Choose the best ruling")
        JUDGE_RULING = "judge_ruling", _("Judge a ruling")
        WHOSE_TURN = "whose_turn", _("Say whose turn it is")
        CHOOSE_ALL = "choose_all", _("Choose all that apply")
        ORDER_STEPS = "order_steps", _("Put the steps in order")
        CITE_LAW = "cite_law", _("Cite the law")
        NUMBER = "number", _("Give a number")
        BOOK_FACT = "book_fact", _("Know a fact of the book")
        WRITTEN = "written", _("Write the ruling")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    question = models.ForeignKey(
        Question, verbose_name=_("question"), on_delete=models.PROTECT, related_name="versions"
    )
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    status = models.CharField(_("status"), max_length=20, choices=Status.choices, default=Status.DRAFT)
    round = models.PositiveSmallIntegerField(
        _("round of review"), default=1, help_text=_("Approvals count in the round they were given in.")
    )
    kind = models.CharField(_("kind"), max_length=20, choices=Kind.choices)
    level = models.CharField(_("level"), max_length=20, choices=Level.choices)
    topic = models.SlugField(_("topic"), max_length=60, help_text=_("A topic of the body's syllabus."))
    edition = models.SlugField(_("edition"), max_length=60, help_text=_("The edition of the laws it is asked under."))
    provisions = ArrayField(models.CharField(max_length=20), verbose_name=_("provisions cited"))
    difficulty = models.PositiveSmallIntegerField(
        _("estimated difficulty"), choices=Difficulty.choices, default=Difficulty.MEDIUM
    )
    pair = models.CharField(
        _("pair"), max_length=64, blank=True, help_text=_("Shared with the question that differs in one fact, if any.")
    )
    content = models.JSONField(_("content"))
    words = models.TextField(_("words"), help_text=_("The text that the list's search looks through."))
    search = models.GeneratedField(
        expression=SearchVector("words", config="english"), output_field=SearchVectorField(), db_persist=True
    )
    based_on = models.ForeignKey(
        "self", verbose_name=_("changed from"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    change = models.TextField(_("what was changed"), blank=True)
    job = models.ForeignKey(
        "bank.GenerationJob",
        verbose_name=_("generation run"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="versions",
    )
    created_by = models.ForeignKey(
        User,
        verbose_name=_("created by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    authors = ArrayField(
        models.UUIDField(),
        verbose_name=_("authors"),
        default=list,
        blank=True,
        help_text=_("Who wrote, changed or brought in this version or one that it was changed from."),
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    objects = QuestionVersionQuerySet.as_manager()

    class Meta:
        verbose_name = _("question version")
        verbose_name_plural = _("question versions")
        ordering: ClassVar = ["-created_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["question", "number"], name="version_number_once_a_question"),
            models.UniqueConstraint(
                fields=["question"], condition=Q(status=Status.APPROVED), name="one_approved_version_a_question"
            ),
        ]
        indexes: ClassVar = [
            # The examiner's list and the filling of quotas both start from a body and a status.
            models.Index(fields=["body", "status", "topic", "level"], name="version_by_standing"),
            models.Index(fields=["body", "-created_at"], name="version_by_age"),
            models.Index(fields=["body", "job"], condition=Q(job__isnull=False), name="version_by_run"),
            models.Index(fields=["body", "pair"], condition=~Q(pair=""), name="version_by_pair"),
            GinIndex(fields=["search"], name="version_by_words"),
            GinIndex(fields=["provisions"], name="version_by_provision"),
        ]
        triggers: ClassVar = [
            # `search` follows from `words`; a trigger may not ask about generated columns.
            pgtrigger.ReadOnly(name="content_is_fixed", exclude=["status", "round", "level", "search"]),
            pgtrigger.Trigger(
                name="level_follows_the_body",
                operation=pgtrigger.Update,
                when=pgtrigger.Before,
                condition=pgtrigger.Q(old__level__df=pgtrigger.F("new__level")),
                func="""
                    IF NEW.level <> NEW.content->>'level' AND NOT EXISTS (
                        SELECT 1 FROM bank_levelmove
                        WHERE body_id = NEW.body_id AND level = NEW.level AND back_at IS NULL
                    ) THEN
                        RAISE EXCEPTION 'Cannot update the level of a version: its body has moved no path to %', NEW.level;
                    END IF;
                    RETURN NEW;
                """,
            ),
            pgtrigger.FSM(name="status_moves_by_rule", field="status", transitions=list(TRANSITIONS)),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.question_id}/{self.number}"

    def get_absolute_url(self) -> str:
        """The examiner's preview."""
        return reverse("bank:version", args=[self.pk])

    @property
    def topic_words(self) -> str:
        """The topic to read where the syllabus is not at hand."""
        return self.topic.replace("-", " ")

    @property
    def opening(self) -> str:
        """The first paragraph, by which a list names it."""
        return str(self.content["stem"][0])

    @property
    def partner(self) -> QuestionVersion | None:
        """The latest wording of the question that differs from this one in one fact, if the bank has it."""
        if not self.pair:
            return None
        others = QuestionVersion.objects.filter(body=self.body_id, pair=self.pair).exclude(question=self.question_id)
        return others.order_by("-number", "created_at", "pk").first()

    @property
    def approvals(self) -> list[Review]:
        """The approvals of the present round. Lists prefetch `reviews`."""
        return [review for review in self.reviews.all() if review.decision == "approve" and review.round == self.round]

    @property
    def approvals_needed(self) -> int:
        """How many examiners must approve it."""
        return APPROVALS_NEEDED[Level(self.level)]


class Observed(models.Model):
    """How candidates have fared with a version, over all sittings of its body; statistics keep it up to date.

    facility: the share of the marks that candidates earned, 0 to 1. discrimination: the correlation of the marks with
    those of the rest of the paper, -1 to 1; none where it cannot be told.
    """

    version = models.OneToOneField(
        QuestionVersion, verbose_name=_("version"), on_delete=models.PROTECT, primary_key=True, related_name="observed"
    )
    taken = models.PositiveIntegerField(_("candidates"))
    facility = models.FloatField(_("facility"))
    discrimination = models.FloatField(_("discrimination"), null=True, blank=True)
    computed_at = models.DateTimeField(_("computed"), default=timezone.now)

    class Meta:
        verbose_name = _("observed difficulty")
        verbose_name_plural = _("observed difficulties")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(facility__range=(0, 1)), name="observed_facility_is_a_share"),
            models.CheckConstraint(
                condition=Q(discrimination=None) | Q(discrimination__range=(-1, 1)),
                name="observed_discrimination_is_a_correlation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.facility:.2f} of {self.taken}"


class Review(models.Model):
    """What one examiner decided about a version; never changed, a change of mind is another row."""

    class Decision(models.TextChoices):
        """What an examiner can say."""

        APPROVE = "approve", _("Approved")
        REJECT = "reject", _("Rejected")
        REOPEN = "reopen", _("Sent back to review")
        RETIRE = "retire", _("Retired")

    version = models.ForeignKey(
        QuestionVersion, verbose_name=_("version"), on_delete=models.PROTECT, related_name="reviews"
    )
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    examiner = models.ForeignKey(User, verbose_name=_("examiner"), on_delete=models.PROTECT, related_name="+")
    decision = models.CharField(_("decision"), max_length=20, choices=Decision.choices)
    round = models.PositiveSmallIntegerField(_("round of review"))
    reason = models.TextField(_("reason"), blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["version", "round", "examiner"],
                condition=Q(decision="approve"),
                name="one_approval_an_examiner_a_round",
            ),
            models.CheckConstraint(
                condition=Q(decision="approve") | ~Q(reason=""), name="review_says_why_unless_it_approves"
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.version_id} {self.decision}"


class Comment(models.Model):
    """A remark of an examiner or an author on one version; never changed."""

    version = models.ForeignKey(
        QuestionVersion, verbose_name=_("version"), on_delete=models.PROTECT, related_name="comments"
    )
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    author = models.ForeignKey(User, verbose_name=_("author"), on_delete=models.PROTECT, related_name="+")
    text = models.TextField(_("comment"), max_length=4000)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering: ClassVar = ["at", "pk"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.author}: {self.text[:40]}"
