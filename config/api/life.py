"""The life of an award for programs, under `/api/v1/accreditation/`: applying, renewing, revoking by two, doubts and appeals.

The rules are those of the pages, and so is what happens when something is sent twice: it is done once.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.accreditation import appeals, deeds, renewals, services, standing
from accounts.accreditation.models import (
    Appeal,
    AppealAnswer,
    Application,
    Doubt,
    Level,
    Revocation,
)
from accounts.accreditation.renewal_rules import rule_for
from accounts.accreditation.requirements import Standing, lines
from accounts.models import Membership, Role, User
from accounts.prose import not_blank
from accounts.rules import may, roles_of
from config.api.awards import (
    APPLICATION,
    APPLICATIONS,
    AWARD,
    AWARDS,
    BODY,
    LONGEST_REASON,
    TAGS,
    ApplicationSerializer,
    AwardSerializer,
    Deed,
    NothingSerializer,
    WhySerializer,
    body_kept,
    refused,
)
from exams.bank.api.base import Private, PrivateList, id_of, not_there, wrong_fields

REVOCATION, DOUBT, APPEAL = id_of("The revocation's id."), id_of("The doubt's id."), id_of("The appeal's id.")
LONGEST_GROUNDS = 4000


# -- How they look outside ---------------------------------------------------------------------------------------------


class ReferenceSerializer(serializers.Serializer[Any]):
    """What makes one of what is sent twice."""

    reference = serializers.UUIDField(
        help_text=gettext_lazy("An id that you draw. Sent again, it finds what it made and makes nothing new.")
    )


class NewApplicationSerializer(ReferenceSerializer):
    """A level that you apply for."""

    body = serializers.SlugField(help_text=gettext_lazy("The body, by its short name. You are a candidate of it."))
    level = serializers.SlugField(help_text=gettext_lazy("The level, by its code."))


class HandGrantSerializer(ReferenceSerializer):
    """A level for somebody who never sat here."""

    person = serializers.UUIDField(help_text=gettext_lazy("A candidate of the body; not yourself."))
    level = serializers.SlugField(help_text=gettext_lazy("The level, by its code."))
    other_body = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        default="",
        help_text=gettext_lazy("To recognise an award: the body that granted it; else left out."),
    )
    other_award = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        default="",
        help_text=gettext_lazy("To recognise an award: its name and date, and its number; else left out."),
    )
    evidence = serializers.CharField(
        max_length=2000,
        validators=[not_blank],
        help_text=gettext_lazy("What you have been shown. The person can read it."),
    )
    valid_from = serializers.DateField(
        input_formats=["%Y-%m-%d"], help_text=gettext_lazy("Today or an earlier day. The term is counted from it.")
    )
    reason = serializers.CharField(
        max_length=LONGEST_REASON, validators=[not_blank], help_text=gettext_lazy("Why no paper is asked for.")
    )


class RenewalLineSerializer(serializers.Serializer[Any]):
    """What a renewal asks for, and how it stands."""

    depth = serializers.IntegerField(help_text=gettext_lazy("How deep it stands in groups; 0 at the top."))
    said = serializers.CharField(help_text=gettext_lazy("What it asks for, as a sentence."))
    standing = serializers.ChoiceField(Standing.choices, help_text=gettext_lazy("How far it has come."))


class RenewalStandingSerializer(serializers.Serializer[Any]):
    """How the renewal of an award stands."""

    open = serializers.BooleanField(help_text=gettext_lazy("Whether the award can be renewed today, by its dates."))
    by_rules = serializers.BooleanField(
        help_text=gettext_lazy("Whether the level has rules for a renewal; if not, a registrar decides.")
    )
    since = serializers.DateField(
        allow_null=True,
        help_text=gettext_lazy("From which day evidence counts; null where it cannot be renewed by rules."),
    )
    met = serializers.BooleanField(help_text=gettext_lazy("Whether there are rules and nothing is missing."))
    can_apply = serializers.BooleanField(help_text=gettext_lazy("Whether its holder can ask for it now."))
    application = serializers.UUIDField(
        allow_null=True, help_text=gettext_lazy("The latest application for this term; null: none.")
    )
    requirements = RenewalLineSerializer(many=True, help_text=gettext_lazy("What is asked for, line by line."))


class RevocationSerializer(serializers.Serializer[Revocation]):
    """What one registrar proposes and another countersigns: that an award be revoked."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the revocation."))
    award = serializers.UUIDField(source="award_id", help_text=gettext_lazy("The award."))
    name = serializers.CharField(source="award.name", help_text=gettext_lazy("The name on the award."))
    level = serializers.SlugField(source="award.level.code", help_text=gettext_lazy("The level, by its code."))
    reason = serializers.CharField(help_text=gettext_lazy("Why. The holder reads it once it is countersigned."))
    proposed_by = serializers.CharField(source="proposed_by.name", help_text=gettext_lazy("Who proposed it."))
    proposed_at = serializers.DateTimeField(help_text=gettext_lazy("When it was proposed."))
    stands = serializers.ChoiceField(
        Revocation.Standing.choices, source="standing", help_text=gettext_lazy("What has become of it.")
    )


class DoubtSerializer(serializers.Serializer[Doubt]):
    """That what an application rests on has changed."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the doubt."))
    application = serializers.UUIDField(source="application_id", help_text=gettext_lazy("The application."))
    why = serializers.CharField(help_text=gettext_lazy("What has changed."))
    raised_at = serializers.DateTimeField(help_text=gettext_lazy("When it was raised."))
    settled_at = serializers.DateTimeField(
        allow_null=True, help_text=gettext_lazy("When it was settled; null: it is open.")
    )
    note = serializers.CharField(help_text=gettext_lazy("What was decided; empty while it is open."))


class DoubtNoteSerializer(serializers.Serializer[Any]):
    """What you decided."""

    note = serializers.CharField(
        max_length=LONGEST_REASON,
        validators=[not_blank],
        help_text=gettext_lazy("What you decided. Registrars read it."),
    )


class AwardAppealSerializer(serializers.Serializer[Appeal]):
    """An appeal against a refusal, a suspension or a revocation."""

    id = serializers.UUIDField(help_text=gettext_lazy("Of the appeal."))
    application = serializers.UUIDField(
        source="application_id", help_text=gettext_lazy("The application that it is about, or of whose award it is.")
    )
    person = serializers.UUIDField(source="person_id", help_text=gettext_lazy("Who appealed."))
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("Their name; may be empty."))
    against = serializers.ChoiceField(Appeal.Against.choices, help_text=gettext_lazy("What it is against."))
    decision = serializers.CharField(help_text=gettext_lazy("The reason of the decision; may be empty."))
    grounds = serializers.CharField(help_text=gettext_lazy("Why it is wrong."))
    made_at = serializers.DateTimeField(help_text=gettext_lazy("When it was made."))
    decided = serializers.ChoiceField(
        AppealAnswer.Outcome.choices,
        source="answer.outcome",
        default=None,
        allow_null=True,
        help_text=gettext_lazy("What came of it; null while it waits."),
    )
    reasons = serializers.CharField(
        source="answer.reasons", default="", help_text=gettext_lazy("The reasons of the answer; empty while it waits.")
    )


class GroundsSerializer(serializers.Serializer[Any]):
    """An appeal to be made."""

    grounds = serializers.CharField(
        max_length=LONGEST_GROUNDS,
        validators=[not_blank],
        help_text=gettext_lazy("Why the decision is wrong. The registrars of the body read it."),
    )


class AppealAnswerSerializer(serializers.Serializer[Any]):
    """An answer to an appeal."""

    decided = serializers.ChoiceField(
        AppealAnswer.Outcome.choices, source="outcome", help_text=gettext_lazy("What comes of it.")
    )
    reasons = serializers.CharField(
        max_length=LONGEST_GROUNDS, validators=[not_blank], help_text=gettext_lazy("Why. The person reads them.")
    )


# -- Applying and renewing ---------------------------------------------------------------------------------------------


_APPLICATION = {200: OpenApiResponse(ApplicationSerializer, "The application.")}


class MyApplications(PrivateList):
    """One's own applications, and a new one."""

    serializer_class = ApplicationSerializer
    queryset = Application.objects.none()

    def get_queryset(self) -> QuerySet[Application]:
        """All of them."""
        return APPLICATIONS.filter(person=self.person).order_by("-created_at", "pk")

    @extend_schema(
        operation_id="list_my_applications",
        tags=TAGS,
        summary="Your applications",
        description="In all bodies, latest first.",
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="apply",
        tags=TAGS,
        summary="Apply for a level",
        description="On all that is on record of you. Your email address is confirmed before.",
        request=NewApplicationSerializer,
        responses=_APPLICATION,
        filters=False,
    )
    def post(self, request: Request) -> Response:
        """Apply."""
        told = self.sent(NewApplicationSerializer)
        mine = [body for body, roles in roles_of(self.person).items() if Role.CANDIDATE in roles]
        levels = Level.objects.select_related("body").filter(body__in=mine, body__slug=told["body"])
        level = levels.filter(code=told["level"]).first()
        if level is None:
            raise wrong_fields({"level": [_("You are a candidate of no body that has this level.")]})
        made = refused(lambda: services.apply(person=self.person, level=level, reference=str(told["reference"])))
        return Response(self.get_serializer(APPLICATIONS.get(pk=made.pk)).data)


class HandGrant(Private):
    """Granting without a paper."""

    serializer_class = AwardSerializer

    @extend_schema(
        operation_id="grant_by_hand",
        tags=TAGS,
        summary="Grant a level by hand, or recognise an award",
        description="For registrars of the body, about others. What the level requires is not checked.",
        parameters=[BODY],
        request=HandGrantSerializer,
        responses={200: OpenApiResponse(AwardSerializer, "The award.")},
    )
    def post(self, request: Request, body: str) -> Response:
        """Grant it."""
        found = body_kept(self.person, body)
        told = self.sent(HandGrantSerializer)
        candidates = Membership.objects.active().filter(body=found, role=Role.CANDIDATE).values("person")
        people = User.objects.filter(pk__in=candidates).exclude(pk=self.person.pk)
        person = people.filter(pk=told.pop("person")).first()
        level = Level.objects.select_related("body").filter(body=found, code=told.pop("level")).first()
        recognised = (told.pop("other_body").strip(), told.pop("other_award").strip())
        faults: dict[str, list[str]] = {}
        if person is None:
            faults["person"] = [_("Choose a candidate of the body other than yourself.")]
        if level is None:
            faults["level"] = [_("The body has no such level.")]
        if told["valid_from"] > found.today():
            faults["valid_from"] = [_("An award cannot start in the future.")]
        if person is None or level is None or faults:
            raise wrong_fields(faults)
        kind = Application.RECOGNITION if any(recognised) else Application.HAND
        made = refused(
            lambda: services.grant_by_hand(
                level=level, person=person, actor=self.person, kind=kind, recognised=recognised, **told
            )
        )
        return Response(self.get_serializer(AWARDS.get(pk=made.pk)).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_renewal",
        tags=TAGS,
        summary="How the renewal of an award stands",
        description="For its holder and the registrars of the body.",
        parameters=[AWARD],
    )
)
class RenewalDetail(Private):
    """The renewal of an award, and asking for it."""

    serializer_class = RenewalStandingSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """What is met and what is missing."""
        found = self.visible(AWARDS.select_related("person"), "accreditation.view_award", pk=id)
        offer = next(iter(renewals.offers([found], found.body)), None)
        told: dict[str, Any] = {
            "open": found.renewable_from <= found.body.today() <= found.renewable_until,
            "by_rules": rule_for(found.level) is not None,
            "since": None,
            "met": False,
            "can_apply": False,
            "application": None,
            "requirements": [],
        }
        if offer is not None:
            rows = lines(offer.renewal.judged, standing.known(found.body))
            told |= {
                "since": offer.renewal.since,
                "met": offer.renewal.met,
                "can_apply": offer.can_apply,
                "application": offer.application.pk if offer.application else None,
                "requirements": [dict(zip(("depth", "said", "standing"), row, strict=True)) for row in rows],
            }
        return Response(self.get_serializer(told).data)

    @extend_schema(
        operation_id="ask_for_renewal",
        tags=TAGS,
        summary="Ask for the renewal of your award",
        description="Where the level has rules for it, all of them are met, and the award can be renewed today.",
        parameters=[AWARD],
        request=ReferenceSerializer,
        responses=_APPLICATION,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Ask for the next term."""
        found = self.visible(AWARDS.select_related("person"), "accreditation.view_award", pk=id)
        told = self.sent(ReferenceSerializer)
        made = refused(lambda: renewals.apply(award=found, person=self.person, reference=str(told["reference"])))
        return Response(ApplicationSerializer(APPLICATIONS.get(pk=made.pk)).data)


# -- Revoking by two ---------------------------------------------------------------------------------------------------


REVOCATIONS = Revocation.objects.select_related("award__body", "award__level", "proposed_by")
_REVOCATION = {200: OpenApiResponse(RevocationSerializer, "The revocation afterwards.")}


@extend_schema_view(
    get=extend_schema(
        operation_id="list_revocations",
        tags=TAGS,
        summary="Revocations to countersign",
        description="For registrars of the body: those that you may countersign, the longest waiting first.",
        parameters=[BODY],
    )
)
class RevocationList(PrivateList):
    """What waits for a second registrar."""

    serializer_class = RevocationSerializer
    queryset = Revocation.objects.none()

    def get_queryset(self) -> QuerySet[Revocation]:
        """Those of the body that this registrar may countersign."""
        return deeds.to_countersign(self.person, [body_kept(self.person, self.kwargs["body"]).pk])


class RevocationProposal(Private):
    """Proposing."""

    serializer_class = RevocationSerializer

    @extend_schema(
        operation_id="propose_revocation",
        tags=TAGS,
        summary="Propose to revoke an award",
        description="Until another registrar countersigns, it stands as it is, and only registrars know.",
        parameters=[AWARD],
        request=WhySerializer,
        responses=_REVOCATION,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Propose it."""
        award = self.visible(AWARDS.all(), "accreditation.change_award", pk=id)
        told = self.sent(WhySerializer)
        made = refused(lambda: deeds.propose(award=award, actor=self.person, reason=told["reason"]))
        return Response(self.get_serializer(REVOCATIONS.get(pk=made.pk)).data)


class OfRevocation(Deed):
    """What is done to a proposal."""

    serializer_class = RevocationSerializer
    named = "revocation"

    def found(self) -> QuerySet[Revocation]:
        """All."""
        return REVOCATIONS.all()


class Countersignature(OfRevocation):
    """Countersigning."""

    permission = "accreditation.countersign_revocation"
    sends = NothingSerializer
    do = staticmethod(deeds.countersign)

    @extend_schema(
        operation_id="countersign_revocation",
        tags=TAGS,
        summary="Countersign a revocation",
        description="For a registrar who did not propose it. The award is revoked; the holder can appeal.",
        parameters=[REVOCATION],
        request=None,
        responses=_REVOCATION,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Revoke the award."""
        return self.done(id)


class RevocationWithdrawal(OfRevocation):
    """Dropping a proposal."""

    permission = "accreditation.change_award"
    do = staticmethod(deeds.withdraw)

    @extend_schema(
        operation_id="withdraw_revocation",
        tags=TAGS,
        summary="Withdraw a proposal to revoke",
        description="For registrars of the body, about others. The award stays as it is.",
        parameters=[REVOCATION],
        request=WhySerializer,
        responses=_REVOCATION,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Drop it."""
        return self.done(id)


# -- Doubts ------------------------------------------------------------------------------------------------------------


DOUBTS = Doubt.objects.select_related("application")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_doubts",
        tags=TAGS,
        summary="Open doubts of a body",
        description="For its registrars, the longest open first, without those about yourself.",
        parameters=[BODY],
    )
)
class DoubtList(PrivateList):
    """What is in doubt."""

    serializer_class = DoubtSerializer
    queryset = Doubt.objects.none()

    def get_queryset(self) -> QuerySet[Doubt]:
        """Those of the body."""
        found = DOUBTS.filter(application__body=body_kept(self.person, self.kwargs["body"]), settled_at=None)
        return found.exclude(application__person=self.person).order_by("raised_at", "pk")


class DoubtSettlement(Private):
    """Settling a doubt."""

    serializer_class = DoubtSerializer

    @extend_schema(
        operation_id="settle_doubt",
        tags=TAGS,
        summary="Settle a doubt",
        description="For registrars of the body, about others. Settled twice, the first word stands.",
        parameters=[DOUBT],
        request=DoubtNoteSerializer,
        responses={200: OpenApiResponse(DoubtSerializer, "The doubt afterwards.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Say what was decided."""
        doubt = DOUBTS.filter(pk=id).first()
        if doubt is None or not may(self.person, "accreditation.decide_application", doubt.application):
            raise not_there()
        told = self.sent(DoubtNoteSerializer)
        refused(lambda: services.settle_doubt(doubt=doubt, actor=self.person, note=told["note"]))
        return Response(self.get_serializer(DOUBTS.get(pk=id)).data)


# -- Appeals -----------------------------------------------------------------------------------------------------------


APPEALS = Appeal.objects.select_related("application__body", "application__level", "person", "answer")
_APPEAL = {200: OpenApiResponse(AwardAppealSerializer, "The appeal.")}


class ApplicationAppeals(PrivateList):
    """Appeals about an application and its award, and a new one."""

    serializer_class = AwardAppealSerializer
    queryset = Appeal.objects.none()

    def get_queryset(self) -> QuerySet[Appeal]:
        """Those about the application."""
        found = self.visible(APPLICATIONS, "accreditation.view_application", pk=self.kwargs["id"])
        return APPEALS.filter(application=found).order_by("made_at", "pk")

    @extend_schema(
        operation_id="list_application_appeals",
        tags=TAGS,
        summary="Appeals about an application and its award",
        description="For its person and the registrars of the body, earliest first.",
        parameters=[APPLICATION],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """A page of them."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="make_award_appeal",
        tags=TAGS,
        summary="Appeal",
        description=(
            "For its person: against the refusal of the application, or the suspension or revocation of its award, within the"
            " days of the level. A decision is appealed against once."
        ),
        parameters=[APPLICATION],
        request=GroundsSerializer,
        responses=_APPEAL,
        filters=False,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Make it."""
        found = self.visible(APPLICATIONS, "accreditation.appeal", pk=id)
        told = self.sent(GroundsSerializer)
        made = refused(lambda: appeals.make(application=found, person=self.person, grounds=told["grounds"]))
        return Response(self.get_serializer(APPEALS.get(pk=made.pk)).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_award_appeals",
        tags=TAGS,
        summary="Appeals to answer",
        description="For registrars of the body: those that you may answer, the longest waiting first.",
        parameters=[BODY],
    )
)
class AppealList(PrivateList):
    """What waits for an answer."""

    serializer_class = AwardAppealSerializer
    queryset = Appeal.objects.none()

    def get_queryset(self) -> QuerySet[Appeal]:
        """Those that this registrar may answer."""
        found = appeals.answerable_by(self.person, [body_kept(self.person, self.kwargs["body"]).pk])
        return found.select_related("application__body", "application__level", "person", "answer")


class AppealReply(Deed):
    """Answering."""

    serializer_class = AwardAppealSerializer
    permission = "accreditation.answer_appeal"
    sends = AppealAnswerSerializer
    named = "appeal"
    do = staticmethod(appeals.answer)

    def found(self) -> QuerySet[Appeal]:
        """All."""
        return APPEALS.all()

    @extend_schema(
        operation_id="answer_award_appeal",
        tags=TAGS,
        summary="Answer an appeal",
        description="For a registrar of the body who had no part in the decision. Upheld, what still stands is undone.",
        parameters=[APPEAL],
        request=AppealAnswerSerializer,
        responses=_APPEAL,
    )
    def post(self, request: Request, id: UUID) -> Response:
        """Uphold or dismiss it."""
        return self.done(id)


urlpatterns = [
    path("applications/", MyApplications.as_view(), name="my-applications"),
    path("applications/<uuid:id>/appeals/", ApplicationAppeals.as_view(), name="application-appeals"),
    path("awards/by-hand/<slug:body>/", HandGrant.as_view(), name="by-hand"),
    path("awards/<uuid:id>/renewal-application/", RenewalDetail.as_view(), name="renewal-application"),
    path("awards/<uuid:id>/revocation-proposal/", RevocationProposal.as_view(), name="revocation-proposal"),
    path("revocations/of/<slug:body>/", RevocationList.as_view(), name="revocations"),
    path("revocations/<uuid:id>/countersignature/", Countersignature.as_view(), name="countersignature"),
    path("revocations/<uuid:id>/withdrawal/", RevocationWithdrawal.as_view(), name="revocation-withdrawal"),
    path("doubts/of/<slug:body>/", DoubtList.as_view(), name="doubts"),
    path("doubts/<uuid:id>/settlement/", DoubtSettlement.as_view(), name="doubt-settlement"),
    path("appeals/of/<slug:body>/", AppealList.as_view(), name="award-appeals"),
    path("appeals/<uuid:id>/answer/", AppealReply.as_view(), name="appeal-answer"),
]
