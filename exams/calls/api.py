"""Simulated calls for programs, at `/api/v1/training/calls/`: signed in, and only what is the person's own.

They are taken press by press as on the pages, by the same services: a press is added and never changed, and what a table does
not have is refused in the same words. Before a call is over nothing is told of what an act is worth, of what is right, or of
the path, which names the ruling.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.urls import path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from exams.bank.api.base import id_of, not_there, one_of, refusals, wrong_fields
from exams.calls import evenings, shown
from exams.calls.models import Call, Evening
from exams.practice.api.base import TAGS, Own, OwnList, UnitRefSerializer, asked_for, filter_by, ref
from exams.practice.units import laws
from exams.scenarios.calls import NotAnAct
from exams.scenarios.calls.judgement import CRITERIA
from laws import keys
from laws.api.serializers.links import Link

app_name = "calls-api"
CALL, EVENING = id_of("The call's id."), id_of("The evening's id.")
STATES: Final = ("waiting", "over")
WHAT: Final = ("call", "evening")
MARKS: Final = tuple(shown.marks())
STATE = filter_by("state", "Those that wait for you, or those that are over.", STATES)


# -- How they look outside ---------------------------------------------------------------------------------------------


class CallLinksSerializer(serializers.Serializer[Call]):
    """Where a call is."""

    self = Link("calls-api:call", "pk")
    page = Link("calls:call", "pk")


class SimulatedCallSerializer(serializers.Serializer[Call]):
    """A call to a table."""

    id = serializers.UUIDField(help_text=_("Of the call."))
    evening = serializers.UUIDField(
        source="evening_id", help_text=_("The evening it is of; a single call has its own.")
    )
    number = serializers.IntegerField(help_text=_("Its number in the evening, from 1."))
    at_table = serializers.IntegerField(help_text=_("The table that calls you."))
    staged_at = serializers.DateTimeField(help_text=_("When it was staged."))
    closed_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When you ruled, or it was stopped; null before.")
    )
    points = serializers.SerializerMethodField(help_text=_("Your points; null before it is over."))
    passed = serializers.SerializerMethodField(
        help_text=_("Whether an assessor would pass it; null before it is over.")
    )
    unit = serializers.SerializerMethodField(help_text=_("The path it was about; null before it is over."))
    links = CallLinksSerializer(source="*")

    def get_points(self, call: Call) -> int | None:
        """Of twenty."""
        return call.judged and int(call.judged["points"])

    def get_passed(self, call: Call) -> bool | None:
        """As it was judged."""
        return call.judged and bool(call.judged["passed"])

    @extend_schema_field(UnitRefSerializer(allow_null=True))
    def get_unit(self, call: Call) -> dict[str, str] | None:
        """It names the ruling."""
        return ref(call.unit) if call.judged else None


class EveningLinksSerializer(serializers.Serializer[Evening]):
    """Where an evening is."""

    self = Link("calls-api:evening", "pk")
    page = Link("calls:evening", "pk")


class EveningSerializer(serializers.Serializer[Any]):
    """An evening of calls; a single call is an evening of one."""

    id = serializers.UUIDField(help_text=_("Of the evening."))
    began_at = serializers.DateTimeField(help_text=_("When you began it."))
    boards = serializers.IntegerField(help_text=_("The boards that are played."))
    calls = SimulatedCallSerializer(source="in_order", many=True, help_text=_("Its calls, in their order."))
    links = EveningLinksSerializer(source="*")


class CallLawSerializer(serializers.Serializer[Any]):
    """A law about which a table can call you."""

    law = serializers.CharField(help_text=_("The law, or a procedure of one."))
    name = serializers.CharField(help_text=_("How it is named in words."))


class CallPlayerSerializer(serializers.Serializer[shown.Player]):
    """A player, as you see them from the table."""

    seat = serializers.CharField(help_text=_("The seat: N, E, S or W."))
    vulnerable = serializers.BooleanField(help_text=_("Whether the side is vulnerable."))
    roles = serializers.ListField(child=serializers.CharField(), help_text=_("Dealer, declarer, or none."))
    calls = serializers.ListField(child=serializers.CharField(), help_text=_("The calls, in the order they were made."))
    faced = serializers.SerializerMethodField(help_text=_("Cards that lie face up, such as ♠Q."))

    def get_faced(self, player: shown.Player) -> list[str]:
        """As people write them."""
        return [f"{suit}{rank}" for rank, suit in player.faced]


class CallTableSerializer(serializers.Serializer[Any]):
    """What you see at the table; nobody's hand."""

    board = serializers.IntegerField(help_text=_("The number of the board."))
    dealer = serializers.CharField(help_text=_("The dealer."))
    vulnerable = serializers.CharField(help_text=_("Who is vulnerable."))
    contract = serializers.CharField(help_text=_("The contract with its declarer; empty before there is one."))
    trick = serializers.IntegerField(help_text=_("The number of the trick that is played; 0 before the play."))
    players = CallPlayerSerializer(many=True, help_text=_("The players, from North round the table."))


class SaidAtTableSerializer(serializers.Serializer[Any]):
    """Something said, or done."""

    seconds = serializers.IntegerField(source="at", help_text=_("When, in seconds from the call."))
    by = serializers.CharField(help_text=_("Who: a seat, a side, the table, or you."))
    say = serializers.CharField(help_text=_("What was said; empty where something was done."))
    do = serializers.CharField(help_text=_("What was done or seen; empty where something was said."))


class ActSerializer(serializers.Serializer[shown.Doing]):
    """Something that you may do."""

    id = serializers.CharField(help_text=_("By which a press names it."))
    of = serializers.CharField(help_text=_("Of whom, or to whom."))
    text = serializers.CharField(help_text=_("What you say, or do."))
    done = serializers.BooleanField(help_text=_("Whether you have done it."))


class CallChoiceSerializer(serializers.Serializer[Any]):
    """One thing to choose from."""

    id = serializers.CharField(help_text=_("By which a press names it."))
    text = serializers.CharField(help_text=_("What it says."))


class RuleFormSerializer(serializers.Serializer[Any]):
    """What a ruling is put together from."""

    laws = CallChoiceSerializer(many=True, help_text=_("The law: one of these."))
    parts = CallChoiceSerializer(many=True, help_text=_("What you rule: every part that holds."))
    reasons = CallChoiceSerializer(many=True, help_text=_("Why: one of these."))


class UnderWaySerializer(serializers.Serializer[Any]):
    """What you may do at a table."""

    spent = serializers.IntegerField(
        help_text=_("Seconds at the table so far; acts take time, and the clock does not.")
    )
    left = serializers.IntegerField(help_text=_("Seconds until the round ends."))
    ask = ActSerializer(many=True, help_text=_("What you may ask or say."))
    look = ActSerializer(many=True, help_text=_("What you may look at or find out."))
    options = CallChoiceSerializer(
        many=True,
        help_text=_("What you may tell a player that there is to choose; none where no table of the law has any."),
    )
    rule = RuleFormSerializer(help_text=_("Your ruling, which ends the call."))


class ToldSerializer(serializers.Serializer[Any]):
    """A sentence with what it rests on."""

    text = serializers.CharField(help_text=_("The sentence."))
    laws = serializers.ListField(child=serializers.CharField(), help_text=_("Keys of provisions."))


class CriterionSerializer(serializers.Serializer[Any]):
    """One of the five things that assessors mark."""

    name = serializers.ChoiceField(CRITERIA, help_text=_("Which."))
    title = serializers.CharField(help_text=_("The same in words."))
    points = serializers.IntegerField(help_text=_("From 0 to 4."))
    told = ToldSerializer(many=True, help_text=_("Why."))


class BlameSerializer(serializers.Serializer[Any]):
    """An act that did harm, or a question that was left out."""

    text = serializers.CharField(help_text=_("What it is."))
    why = serializers.CharField(help_text=_("Why it matters."))
    laws = serializers.ListField(child=serializers.CharField(), help_text=_("Keys of provisions."))


class OrderStepSerializer(serializers.Serializer[Any]):
    """A step of the law's own order."""

    number = serializers.IntegerField(help_text=_("Its number, from 1."))
    say = serializers.CharField(help_text=_("What the Director does."))
    more = serializers.CharField(default="", help_text=_("What comes of it, or is said; may be empty."))
    laws = serializers.ListField(child=serializers.CharField(), help_text=_("Keys of provisions."))


class ReplayRowSerializer(serializers.Serializer[Any]):
    """What you did, beside the step of the law that it takes."""

    seconds = serializers.IntegerField(source="at", allow_null=True, help_text=_("When; null for what was left out."))
    did = serializers.CharField(help_text=_("What you did; empty for what was left out."))
    answer = serializers.CharField(help_text=_("What was answered, or seen."))
    mark = serializers.ChoiceField(MARKS, help_text=_("How the two compare."))
    step = OrderStepSerializer(allow_null=True, help_text=_("The step; null where the law has none."))
    why = serializers.CharField(help_text=_("Why it did harm or was not needed; may be empty."))


class CallJudgementSerializer(serializers.Serializer[Any]):
    """How you conducted a call, stored when it was over."""

    headline = serializers.CharField(help_text=_("In a few words."))
    lead = serializers.CharField(help_text=_("In a sentence."))
    points = serializers.IntegerField(help_text=_("Your points."))
    of = serializers.IntegerField(help_text=_("The most there are."))
    passed = serializers.BooleanField(help_text=_("Whether an assessor would pass it."))
    seconds = serializers.IntegerField(help_text=_("The time at the table."))
    criteria = CriterionSerializer(many=True, help_text=_("The five criteria."))
    harm = BlameSerializer(many=True, help_text=_("What did harm; with anything here, nobody passes."))
    left_out = BlameSerializer(many=True, help_text=_("Questions that were needed and not asked."))
    rows = ReplayRowSerializer(many=True, help_text=_("What you did, and what the law's order would be, side by side."))


class CallDetailSerializer(SimulatedCallSerializer):
    """A call: while it is under way what you may do, once it is over how you conducted it."""

    table = serializers.SerializerMethodField(help_text=_("What you see."))
    said = SaidAtTableSerializer(
        source="conversation.lines", many=True, help_text=_("All that has been said and done.")
    )
    acts = serializers.SerializerMethodField(help_text=_("What you may do; null once it is over."))
    judged = serializers.SerializerMethodField(help_text=_("How you conducted it; null before it is over."))
    leads_on = serializers.SerializerMethodField(
        help_text=_("Whether a call with one fact changed can be begun from it (see `after`).")
    )

    @extend_schema_field(CallTableSerializer)
    def get_table(self, call: Call) -> dict[str, Any]:
        """Without the hands."""
        return dict(CallTableSerializer(shown.table_of(call.content)).data)

    @extend_schema_field(UnderWaySerializer(allow_null=True))
    def get_acts(self, call: Call) -> dict[str, Any] | None:
        """In an order that tells nothing of what is needed, and without what each is worth."""
        if call.closed_at is not None:
            return None
        content, found = call.content, call.conversation
        told = {
            "spent": found.seconds,
            "left": found.left,
            **shown.acts_of(content, found, str(call.pk)),
            "options": content["tell"]["options"] if content["tell"] else [],
            "rule": content["rule"],
        }
        return dict(UnderWaySerializer(told).data)

    @extend_schema_field(CallJudgementSerializer(allow_null=True))
    def get_judged(self, call: Call) -> dict[str, Any] | None:
        """As it was stored."""
        if call.judged is None:
            return None
        return dict(CallJudgementSerializer({**call.judged, "criteria": shown.criteria_of(call.judged)}).data)

    def get_leads_on(self, call: Call) -> bool:
        """Nothing does while it is under way: its path names the ruling."""
        return call.closed_at is not None and bool(evenings.leads_on(call.content))


class BeginCallSerializer(serializers.Serializer[Any]):
    """What to begin."""

    reference = serializers.UUIDField(
        help_text=_("Made by the program: sent again with the same one, nothing new begins.")
    )
    what = serializers.ChoiceField(WHAT, default="call", help_text=_("One call, or an evening of six."))
    law = serializers.ChoiceField(
        laws(), required=False, help_text=_("Of one call: about this law; any when left out.")
    )
    after = serializers.UUIDField(
        required=False, help_text=_("Of one call: the one of yours from which it differs in one fact, by its id.")
    )


class PressSerializer(serializers.Serializer[Any]):
    """One act."""

    key = serializers.UUIDField(
        help_text=_("Made by the program, a new one for each act: sent again, it is done once.")
    )
    act = serializers.CharField(
        max_length=200, help_text=_("The id of an act; `tell` to tell the options, `rule` to rule and end the call.")
    )
    to = serializers.ChoiceField(shown.SEATS, required=False, help_text=_("For `tell`: whose choice it is."))
    options = serializers.ListField(
        child=serializers.CharField(max_length=20),
        required=False,
        max_length=30,
        help_text=_("For `tell`: the options, in the order in which you say them."),
    )
    law = serializers.CharField(max_length=20, required=False, help_text=_("For `rule`: the law, by its id."))
    parts = serializers.ListField(
        child=serializers.CharField(max_length=20), required=False, max_length=30, help_text=_("For `rule`: the parts.")
    )
    reason = serializers.CharField(max_length=20, required=False, help_text=_("For `rule`: the reason, by its id."))


# -- Calls -------------------------------------------------------------------------------------------------------------


def _own(view: Own) -> QuerySet[Call]:
    """The person's own calls; asking makes no learner."""
    return Call.objects.filter(learner__person=view.person)


@extend_schema_view(
    get=extend_schema(operation_id="list_calls", tags=TAGS, summary="Your simulated calls", description="Latest first.")
)
class CallList(OwnList):
    """All calls, those that wait among them."""

    serializer_class = SimulatedCallSerializer
    queryset = Call.objects.none()
    parameters = (STATE,)

    def get_queryset(self) -> QuerySet[Call]:
        """Two queries for any number: what is stored of a table is not read."""
        rows = _own(self).defer("content").order_by("-staged_at", "number", "pk")
        match asked_for(self.request, STATE).get("state"):
            case "waiting":
                return rows.filter(closed_at=None)
            case "over":
                return rows.exclude(closed_at=None)
            case _:
                return rows


@extend_schema_view(
    get=extend_schema(
        operation_id="list_call_laws",
        tags=TAGS,
        summary="The laws about which a table can call you",
        description="In the order of the law book, of your level.",
    )
)
class CallLaws(OwnList):
    """What can be simulated for the learner."""

    serializer_class = CallLawSerializer
    queryset = Call.objects.none()

    def get_queryset(self) -> Any:
        """Each law once."""
        found = {one.law for one in evenings.units_for(self.learner)}
        return [{"law": law, "name": keys.name(law)} for law in sorted(found, key=lambda law: keys.parse(law).order)]


class OfCall(Own):
    """Something about one call."""

    serializer_class: Any = CallDetailSerializer

    def told(self, call: Call) -> Response:
        """The call as it stands."""
        return Response(CallDetailSerializer(call, context=self.get_serializer_context()).data)


@extend_schema_view(
    get=extend_schema(
        operation_id="get_call",
        tags=TAGS,
        summary="One call",
        description="While it is under way the table and what may be done; once it is over the judgement with the replay.",
        parameters=[CALL],
    )
)
class CallDetail(OfCall):
    """A call."""

    def get(self, request: Request, id: UUID) -> Response:
        """As it stands."""
        return self.told(one_of(_own(self).select_related("evening", "learner"), pk=id))


class Pressing(OfCall):
    """Acting at the table."""

    @extend_schema(
        operation_id="press_call",
        tags=TAGS,
        summary="Do something at the table",
        description=(
            "Asks, looks, tells the options or rules, and returns the call with what was answered. A press is added and never"
            " changed; the ruling, and harm that cannot be undone, end the call and have it judged. What comes after that"
            " changes nothing."
        ),
        parameters=[CALL],
        request=PressSerializer,
        responses={200: OpenApiResponse(CallDetailSerializer, "The call afterwards.")},
    )
    def post(self, request: Request, id: UUID) -> Response:
        """One act."""
        sent = self.sent(PressSerializer)
        told: dict[str, Any] = {"act": sent["act"]}
        if sent["act"] == "tell":
            told |= {"to": sent.get("to", ""), "options": list(dict.fromkeys(sent.get("options", [])))}
        elif sent["act"] == "rule":
            told |= {"law": sent.get("law", ""), "parts": sent.get("parts", []), "reason": sent.get("reason", "")}
        try:
            evenings.press(id, self.person, told, key=sent["key"])
        except Call.DoesNotExist as unknown:
            raise not_there() from unknown
        except NotAnAct as fault:
            raise wrong_fields({fault.part: [str(fault)]}) from fault
        return self.told(one_of(_own(self).select_related("evening", "learner"), pk=id))


# -- Evenings ----------------------------------------------------------------------------------------------------------


def _evenings(view: Own) -> QuerySet[Evening]:
    calls = Prefetch("calls", Call.objects.defer("content").order_by("number"), to_attr="in_order")
    rows = Evening.objects.filter(learner__person=view.person).prefetch_related(calls)
    return rows.order_by("-began_at", "pk")


@extend_schema_view(
    get=extend_schema(operation_id="list_evenings", tags=TAGS, summary="Your evenings", description="Latest first.")
)
class EveningList(OwnList):
    """All evenings, single calls among them."""

    serializer_class = EveningSerializer
    queryset = Evening.objects.none()

    def get_queryset(self) -> QuerySet[Evening]:
        """The person's own, with their calls."""
        return _evenings(self)

    @extend_schema(
        operation_id="begin_evening",
        tags=TAGS,
        summary="Be called to a table, or to six in an evening",
        description="Stages the tables. Where none can call you about what you chose just now, the answer is 409.",
        request=BeginCallSerializer,
        responses={200: OpenApiResponse(EveningSerializer, "The evening with its calls.")},
        filters=False,
    )
    def post(self, request: Request) -> Response:
        """Begin it."""
        sent, learner = self.sent(BeginCallSerializer), self.learner
        single = sent["what"] == "call"
        law, path_ = sent.get("law", "") if single else "", ""
        if single and "after" in sent:
            path_ = evenings.twisted(learner, sent["after"])
            if not path_:
                said = gettext("No call with one fact changed can be begun from this one.")
                raise wrong_fields({"after": [said]})
            law = path_.partition("/")[0]
        count = 1 if single else evenings.CALLS
        with refusals(evenings.NoCalls):
            made = evenings.begin(learner, reference=sent["reference"], count=count, law=law, path=path_)
        return Response(self.get_serializer(one_of(_evenings(self), pk=made.pk)).data)


@extend_schema_view(
    get=extend_schema(operation_id="get_evening", tags=TAGS, summary="One evening", parameters=[EVENING])
)
class EveningDetail(Own):
    """An evening."""

    serializer_class = EveningSerializer

    def get(self, request: Request, id: UUID) -> Response:
        """Its calls, those that are over with their points."""
        return Response(self.get_serializer(one_of(_evenings(self), pk=id)).data)


urlpatterns = [
    path("", CallList.as_view(), name="calls"),
    path("laws/", CallLaws.as_view(), name="laws"),
    path("evenings/", EveningList.as_view(), name="evenings"),
    path("evenings/<uuid:id>/", EveningDetail.as_view(), name="evening"),
    path("<uuid:id>/", CallDetail.as_view(), name="call"),
    path("<uuid:id>/presses/", Pressing.as_view(), name="presses"),
]
