"""Written rulings: scripts, who marks them, what each marker gave, and what came of it."""

from __future__ import annotations

import uuid
from typing import ClassVar, Self

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body, Membership, Role, User
from exams.papers.models import PaperQuestion
from exams.sittings.models import Attempt, Entry, Sitting

COMMENT_LENGTH = 4000


class Marker(models.Model):
    """An examiner chosen to mark the written rulings of one sitting."""

    sitting = models.ForeignKey(Sitting, verbose_name=_("sitting"), on_delete=models.PROTECT, related_name="markers")
    person = models.ForeignKey(User, verbose_name=_("marker"), on_delete=models.PROTECT, related_name="+")
    chosen_by = models.ForeignKey(User, verbose_name=_("chosen by"), on_delete=models.PROTECT, related_name="+")
    chosen_at = models.DateTimeField(_("chosen"), default=timezone.now)

    class Meta:
        verbose_name = _("marker")
        verbose_name_plural = _("markers")
        ordering: ClassVar = ["chosen_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sitting", "person"], name="marker_once_a_sitting"),
        ]

    def __str__(self) -> str:
        return f"{self.person} · {self.sitting}"


def _is_settled() -> Exists:
    """Whether a script has a mark that counts."""
    return Exists(Settlement.objects.filter(script=OuterRef("pk")))


class ScriptQuerySet(models.QuerySet["Script"]):
    """Scripts by how far their marking has come. One of a void attempt is nobody's work."""

    def counting(self) -> Self:
        """Those that matter: neither the attempt nor its sitting is void."""
        return self.filter(attempt__void=None, sitting__voided_at=None)

    def needed(self) -> Self:
        """Those that matter and have a mark, or need one: none whose question has been dropped since, or given to everybody,
        before people were through with it. Nothing hangs on such a mark any more.
        """
        regrade = apps.get_model("marking", "Regrade")
        about = regrade.objects.applied().filter(
            Q(sitting=OuterRef("sitting")) | Q(sitting=None, body=OuterRef("body")),
            version=OuterRef("paper_question__version"),
            remedy__in=(regrade.Remedy.DROP, regrade.Remedy.FULL),
        )
        return self.counting().filter(_is_settled() | ~Exists(about))

    def settled(self) -> Self:
        """Those that have a mark that counts."""
        return self.filter(_is_settled())

    def unsettled(self) -> Self:
        """Those that need a mark and have none that counts yet."""
        return self.needed().filter(~_is_settled())

    def disputed(self) -> Self:
        """Those whose two markers differ by more than the paper tolerates: both have marked, and nothing is settled."""
        marked = ScriptMark.objects.filter(script=OuterRef("script"), by=OuterRef("person"))
        open_tasks = MarkerTask.objects.filter(script=OuterRef("pk")).filter(~Exists(marked))
        return self.unsettled().filter(Exists(MarkerTask.objects.filter(script=OuterRef("pk"))), ~Exists(open_tasks))

    def of_others(self, person: User) -> Self:
        """Those this person may have to do with: they are an examiner of the body now and have not entered the sitting."""
        examined = Membership.objects.active().filter(person=person, role=Role.EXAMINER).order_by().values("body")
        entered = Entry.objects.inside().filter(sitting=OuterRef("sitting"), person=person)
        return self.filter(~Exists(entered), body__in=examined)

    def lent_to(self, person: User) -> Self:
        """Those of bodies in which they are no examiner that asked them to settle, and they have said yes."""
        lent = ThirdMarker.objects.filter(person=person, standing=ThirdMarker.Standing.ACCEPTED).values("sitting")
        entered = Entry.objects.inside().filter(sitting=OuterRef("sitting"), person=person)
        examines = Membership.objects.active().filter(person=person, role=Role.EXAMINER)
        return self.filter(~Exists(entered), Exists(examines), sitting__in=lent)

    def to_mark_by(self, person: User) -> Self:
        """Those this person has to mark still; none that was given to them when they could and now they cannot."""
        own = ScriptMark.objects.filter(script=OuterRef("pk"), by=person)
        return self.unsettled().of_others(person).filter(~Exists(own), tasks__person=person)


class ThirdMarker(models.Model):
    """An examiner of another body, asked to settle the scripts of a sitting on which its two markers differ.

    Asked by address: whether anybody has an account under it, or examines elsewhere, is not told to who asks. Only the
    person behind it, who must be an examiner of another body, can answer; nothing of the sitting can be read before.
    """

    class Standing(models.TextChoices):
        """Its progress."""

        ASKED = "asked", _("Asked")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(
        Sitting, verbose_name=_("sitting"), on_delete=models.PROTECT, related_name="third_markers"
    )
    email = models.EmailField(_("e-mail address"))
    reason = models.TextField(_("reason"), max_length=2000)
    asked_by = models.ForeignKey(User, verbose_name=_("asked by"), on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(_("asked"), default=timezone.now)
    person = models.ForeignKey(
        User,
        verbose_name=_("examiner"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Who accepted."),
    )
    standing = models.CharField(_("standing"), max_length=10, choices=Standing.choices, default=Standing.ASKED)
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        verbose_name = _("third marker of another body")
        verbose_name_plural = _("third markers of other bodies")
        ordering: ClassVar = ["asked_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sitting", "email"],
                condition=Q(standing__in=["asked", "accepted"]),
                name="third_marker_asked_once_a_sitting",
            ),
            models.CheckConstraint(
                condition=Q(standing="accepted", person__isnull=False) | ~Q(standing="accepted"),
                name="third_marker_accepts_himself",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="third_marker_is_asked_with_a_reason"),
        ]
        triggers: ClassVar = [never_deleted()]

    def __str__(self) -> str:
        return f"{self.email} · {self.sitting}"


class Script(models.Model):
    """One written ruling of one attempt, under a code that tells its markers nothing about whose it is.

    Not even the candidate number: that stands beside the name on the list at the door and on the board of the room,
    which examiners may read.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="+")
    sitting = models.ForeignKey(Sitting, verbose_name=_("sitting"), on_delete=models.PROTECT, related_name="scripts")
    attempt = models.ForeignKey(Attempt, verbose_name=_("attempt"), on_delete=models.PROTECT, related_name="scripts")
    paper_question = models.ForeignKey(
        PaperQuestion, verbose_name=_("question"), on_delete=models.PROTECT, related_name="+"
    )
    code = models.CharField(_("code"), max_length=8, help_text=_("Drawn by lot; what markers call it."))
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    objects = ScriptQuerySet.as_manager()

    class Meta:
        verbose_name = _("script")
        verbose_name_plural = _("scripts")
        ordering: ClassVar = ["sitting", "code"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["attempt", "paper_question"], name="script_once_an_answer"),
            models.UniqueConstraint(fields=["sitting", "code"], name="script_code_once_a_sitting"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return self.code


class MarkerTask(models.Model):
    """Who is to mark a script, as one of its two markers."""

    script = models.ForeignKey(Script, verbose_name=_("script"), on_delete=models.PROTECT, related_name="tasks")
    place = models.PositiveSmallIntegerField(_("place"), choices=[(1, _("first")), (2, _("second"))])
    person = models.ForeignKey(User, verbose_name=_("marker"), on_delete=models.PROTECT, related_name="+")
    given_at = models.DateTimeField(_("given"), default=timezone.now)

    class Meta:
        verbose_name = _("task of a marker")
        verbose_name_plural = _("tasks of markers")
        ordering: ClassVar = ["script", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["script", "place"], name="two_markers_a_script"),
            models.UniqueConstraint(fields=["script", "person"], name="marker_once_a_script"),
            models.CheckConstraint(condition=Q(place__in=(1, 2)), name="marker_is_first_or_second"),
        ]
        indexes: ClassVar = [models.Index(fields=["person", "script"], name="task_by_marker")]

    def __str__(self) -> str:
        return f"{self.script_id}: {self.person_id}"


class ScriptMark(models.Model):
    """What one person gave for a script. Given again while that is allowed, it is another row; the latest counts.

    points: by the id of the rubric's item, in halves. marks: the same in marks of the paper.
    """

    class As(models.TextChoices):
        """In which part the person marked it."""

        MARKER = "marker", _("Marker")
        ADJUDICATOR = "adjudicator", _("Adjudicator")

    script = models.ForeignKey(Script, verbose_name=_("script"), on_delete=models.PROTECT, related_name="given")
    by = models.ForeignKey(User, verbose_name=_("by"), on_delete=models.PROTECT, related_name="+")
    given_as = models.CharField(_("as"), max_length=12, choices=As.choices, default=As.MARKER)
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    points = models.JSONField(_("points"))
    marks = models.DecimalField(_("marks"), max_digits=6, decimal_places=2)
    comment = models.TextField(_("comment to the candidate"), max_length=COMMENT_LENGTH, blank=True)
    note = models.TextField(_("private note"), max_length=COMMENT_LENGTH, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("mark of a script")
        verbose_name_plural = _("marks of scripts")
        ordering: ClassVar = ["script", "at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["script", "by", "number"], name="script_mark_number_once_a_person"),
            models.CheckConstraint(condition=Q(marks__gte=0), name="script_mark_is_not_negative"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.script_id}: {self.marks}"


class Settlement(models.Model):
    """The mark of a script that counts, and how it came about; after a regrade another one follows it.

    parts: a list of {id, points}, the points of each item of the rubric. comments: what the candidate reads.
    """

    class How(models.TextChoices):
        """How the mark was found."""

        AGREED = "agreed", _("The mean of two markers")
        ADJUDICATED = "adjudicated", _("Decided by an adjudicator")
        REMARKED = "remarked", _("Marked again")

    script = models.ForeignKey(Script, verbose_name=_("script"), on_delete=models.PROTECT, related_name="settlements")
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    how = models.CharField(_("how"), max_length=12, choices=How.choices)
    marks = models.DecimalField(_("marks"), max_digits=6, decimal_places=2)
    parts = models.JSONField(_("parts"))
    comments = models.JSONField(_("comments"), default=list)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")
        ordering: ClassVar = ["script", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["script", "number"], name="settlement_number_once_a_script"),
            models.CheckConstraint(condition=Q(marks__gte=0), name="settlement_is_not_negative"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.script_id}: {self.marks}"
