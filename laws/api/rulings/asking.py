"""A record, answers or meanings are sent, and ruled on. Nothing of it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from laws import confirming, library
from laws.api.rulings import bodies, shapes
from laws.api.rulings.schema import RulingSchema
from laws.api.views.base import Open
from laws.assistant.addresses import Address, edition_of
from laws.assistant.interviews import conduct
from laws.rulings.comparable import compare_data
from laws.rulings.contrasts import Difference, contrast, difference, editions_of, flips_of, untaken
from laws.rulings.editions import EDITIONS
from laws.rulings.facts import FACTS
from laws.rulings.play.legal import Barred, legal_plays
from laws.rulings.play.position import TRICKS
from laws.rulings.readers import interview, rule, rule_of
from laws.rulings.record import BadRecord, TableRecord, parse_record
from laws.rulings.regulations import WORKED_EXAMPLES, Similarity, parse_value
from laws.rulings.replay import NAMES, Situation, diagnose
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.story.form import parse_story
from laws.rulings.story.found import refuse_unused as refuse_unused_of_story
from laws.rulings.story.walk import course
from laws.rulings.unused import not_used, refuse_unused, refuse_unused_answers

TAGS = ["Rulings"]
DEFAULT_EDITION = "duplicate-2017"

_RECORD = {
    "dealer": "N",
    "auction": ["N 1NT", "E 3S", "S 2H"],
    "accepted": False,
    "replacement": "4H",
    "meanings": {"withdrawn": {"suits": {"H": "5+"}}, "replacement": {"suits": {"H": "5+"}}},
}
_PLAY = {
    "contract": "4S",
    "declarer": "S",
    "play": {"on_lead": "W", "tricks": [["W HK"]], "remaining": {"N": "K32.Q5.A43.KJ754"}},
}
_STORY = {
    "dealer": "S",
    "assume": "usual",
    "methods": {"EW": {"1H": {"hcp": "11-20", "suits": {"H": "5+"}}, "3C": {"hcp": "8-14", "suits": {"C": "6+"}}}},
    "story": [
        *({"S": "1S"}, {"W": "1H"}, "director", {"N": "declines"}, {"W": "3C"}),
        *({"N": "3S"}, {"E": "4H"}, {"S": "notices"}, "director"),
    ],
}


class WithSession(SessionAuthentication):
    """Who is signed in gets the rate of a person. Nothing is changed here, so no form of ours has to be proven."""

    def enforce_csrf(self, request: Request) -> None:
        """Nothing to enforce."""


class Asked(Open):
    """Something is sent, and answered for by the engine."""

    http_method_names = ("post",)  # type: ignore[assignment]
    authentication_classes = (WithSession,)
    parser_classes = (bodies.Body,)
    schema = RulingSchema()
    codes: ClassVar[Mapping[str, str]] = {"method_not_allowed": "wrong-method"}


def _sent(shape: str) -> dict[str, Any]:
    return {"application/json": shapes.ref(shape)}


def _told(shape: str, said: str) -> dict[int, Any]:
    return {200: OpenApiResponse(shapes.ref(shape), said)}


class Rule(Asked):
    """A ruling on a table record."""

    @extend_schema(
        operation_id="rule",
        tags=TAGS,
        summary="Rule on a table record",
        description="The procedure is the record's, or that of the first irregularity of its auction. `steps` is the "
        "trace, `untaken` what was considered and did not come to pass, `say` what the Director says. When a fact is "
        "neither shown nor stated, `complete` is false and `pending` is the question: whom to ask, and under which "
        "provision. State its answer in `findings`, or in the field of the record that shows it, and ask again. "
        "What the record states and the ruling has no use for is refused when it answers a question (a finding, `lead`, "
        "`poll` ...); what else of it was not needed is named in `not_used`. "
        "`not_confirmed` is there when the ruling rests on a provision that has other words on that day than those the "
        "engine was written from; its steps say so too.",
        request=_sent("TableRecord"),
        responses=_told("Ruling", "The ruling, complete or pending."),
        examples=[OpenApiExample("insufficient bid, corrected", _RECORD, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """The ruling."""
        data = bodies.read(request, "TableRecord")
        with bodies.judged():
            ruling = rule(parse_record(data))
            refuse_unused(ruling)
            return Response(_on_record(ruling))


class Stories(Asked):
    """The rulings on a board that is told as a story."""

    @extend_schema(
        operation_id="rule_on_story",
        tags=TAGS,
        summary="Rule on a board with several irregularities",
        description="`story` is everything that happened, in order; nobody marks what was irregular. Each irregularity is "
        "ruled on in its turn, on the table that the rulings before it left; who must pass, which lead may be restricted, "
        "which penalty cards lie on the table and what is looked at after play is carried on. With `at`, the rulings as they "
        "stood when so many entries had been told. Claims and defective tricks (Laws 65 to 71) are not ruled on yet.",
        request=_sent("Story"),
        responses=_told("Course", "The rulings, and the table as it stands."),
        examples=[OpenApiExample("a call by a player who must pass", _STORY, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """The rulings."""
        data = bodies.read(request, "Story")
        with bodies.judged():
            at = data.pop("at", None)
            story = parse_story(data)
            found = course(story, at=at)
            if at is None:
                refuse_unused_of_story(story, found)
            told = found.as_dict()
            for one, ruled in zip(told["rulings"], found.rulings, strict=True):
                one["ruling"] = _ruling(ruled.ruling)
            return Response(told)


class Diagnose(Asked):
    """The irregularities of an auction."""

    @extend_schema(
        operation_id="diagnose",
        tags=TAGS,
        summary="What went wrong in an auction",
        description="Every irregularity of the record's auction, in the order in which a Director deals with them; none "
        "when it was correct. For a record that tells a play also `cards`, every irregular card in the order of the play.",
        request=_sent("TableRecord"),
        responses=_told("Diagnosis", "The irregularities."),
        examples=[
            OpenApiExample(
                "out of turn, and not high enough", {"dealer": "N", "auction": ["N 1S", "S 1H"]}, request_only=True
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """The irregularities."""
        data = bodies.read(request, "TableRecord")
        with bodies.judged():
            record = parse_record(data)
            edition_of(record.edition)
            found = [
                {
                    "where": one.where,
                    "index": one.index,
                    "by": one.made.by.value,
                    "call": one.made.call.text,
                    "turn": one.turn.value,
                    "kinds": [{"name": NAMES[kind], "provision": kind.value} for kind in one.kinds],
                    "law": one.law,
                    "falls_with": one.falls_with,
                }
                for one in diagnose(record)
            ]
            cards = _irregular_cards(record)
        return Response(
            {"edition": record.edition, "irregularities": found, **({"cards": cards} if record.play else {})}
        )


class LegalPlays(Asked):
    """Which cards may be played."""

    @extend_schema(
        operation_id="legal_plays",
        tags=TAGS,
        summary="Which cards may be played, and why not the others",
        description="The record tells a play; the table is that after its last card. For every hand of which cards are "
        "known, each card with whether it may be played now, and where it may not, the provision that says so and why. "
        "A hand of which a suit is not known is judged by what is known of it.",
        request=_sent("TableRecord"),
        responses=_told("LegalPlays", "Each known card of each hand."),
        examples=[OpenApiExample("following suit", _PLAY, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """The cards."""
        data = bodies.read(request, "TableRecord")
        with bodies.judged():
            record = parse_record(data)
            edition_of(record.edition)
            seen = Situation(record).play
            if seen is None:
                said = _("missing; the cards that may be played are those of a play")
                raise BadRecord("record.play", said)
            table = seen.position
            hands = [
                {
                    "hand": hand.value,
                    "player": table.player_of(hand).value,
                    "cards": [
                        {"card": card, "legal": barred is None, **_why(barred)}
                        for card, barred in legal_plays(table, hand, record.edition).items()
                    ],
                }
                for hand in Seat
                if table.hands.get(hand)
            ]
        turn = table.turn.value if table.turn else None
        return Response({"edition": record.edition, "trick": min(table.number, TRICKS), "turn": turn, "hands": hands})


def _why(barred: Barred | None) -> dict[str, str]:
    return {"provision": barred.provision, "why": barred.words} if barred else {}


def _irregular_cards(record: TableRecord) -> list[dict[str, Any]]:
    """Every irregular card of the play of a record, with the law that deals with it."""
    seen = Situation(record).play
    return [
        {
            "trick": one.trick,
            "hand": one.hand.value,
            "player": one.player.value,
            "card": one.card,
            "turn": one.turn.value,
            "kind": str(one.kind),
            "law": EDITIONS[record.edition].law_of_play(one),
        }
        for one in (seen.irregular if seen else ())
    ]


class Interview(Asked):
    """The next question of a procedure, or its ruling."""

    @extend_schema(
        operation_id="interview",
        tags=TAGS,
        summary="Ask one question at a time",
        description="Send the answers so far; `ruling.pending` is the next question, and when it is null the ruling is "
        "complete. Nothing is kept here between two requests. With the seat of the player whom the procedure is about, "
        "all words name seats.",
        request=_sent("Interview"),
        responses=_told("InterviewTold", "The ruling so far."),
        examples=[
            OpenApiExample(
                "bid out of turn",
                {"procedure": "31", "answers": {"whose_turn": "partner", "lho_called": False}, "seat": "S"},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """The ruling so far."""
        data = bodies.read(request, "Interview")
        with bodies.judged():
            found = rule_of(data["procedure"], data.get("edition", DEFAULT_EDITION))
            seat = Seat(data["seat"]) if "seat" in data else None
            held = conduct(Address(rule=found, answers=_answers(data.get("answers", {})), seat=seat))
        return Response(
            {
                "ruling": _ruling(held.ruling),
                "waiting": [*held.waiting],
                "asides": [
                    {
                        "fact": one.fact.id,
                        "question": held.ruling.words(one.fact.question),
                        "provision": one.provision,
                        "answers": [*one.fact.values],
                        "default": one.fact.default,
                    }
                    for one in held.asides
                ],
            }
        )


class Contrasts(Asked):
    """A ruling with one fact otherwise."""

    @extend_schema(
        operation_id="contrast",
        tags=TAGS,
        summary="What if one fact were otherwise",
        description="Each fact of a complete ruling the other way, and what is ruled then. The facts after it keep their "
        "answers; where a question comes up that was never answered, each answer is a contrast of its own. Of a record "
        "also `flips`, the facts that decide while everything else stays as the record tells it, and `editions`, what the "
        "other codes and editions say of it.",
        request=_sent("Contrasted"),
        responses=_told("Contrasts", "The ruling with its contrasts."),
        examples=[OpenApiExample("of a record", {"record": _RECORD}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """The ruling with its contrasts."""
        data = bodies.read(request, "Contrasted")
        with bodies.judged():
            if "record" in data:
                record = parse_record(data["record"])
                ruling = rule(record)
                refuse_unused(ruling)
                told = {"editions": _editions(record), "flips": _flips(ruling)}
            else:
                edition = data.get("edition", DEFAULT_EDITION)
                answers = _answers(data["answers"])
                ruling = interview(data["procedure"], answers, edition)
                refuse_unused_answers(ruling, answers)
                told = {}
        if ruling.pending:
            said = _("The ruling is not complete: %(question)s (%(provision)s)") % {
                "question": ruling.words(ruling.pending.fact.question),
                "provision": ruling.pending.provision,
            }
            raise bodies.unprocessable("incomplete", said, {ruling.pending.fact.id: [said]})
        own = _on_record(ruling) if "record" in data else _ruling(ruling)
        return Response({"ruling": own, "contrasts": _contrasts(ruling), **told})


class Compare(Asked):
    """The tests of a comparable call."""

    @extend_schema(
        operation_id="compare_meanings",
        tags=TAGS,
        summary="Is one call comparable to another",
        description="The tests of Law 23A on what the withdrawn call and the call in its place show. What is “similar” is "
        "a tolerance with a source; the answer tells the one that was used.",
        request=_sent("Meanings"),
        responses=_told("Comparison", "Each test, and why it is passed or not."),
        examples=[
            OpenApiExample(
                "an opening bid, and a response in its place",
                {
                    "withdrawn": {"hcp": [12, 21], "suits": {"H": "5+"}},
                    "replacement": {"hcp": [10, 16], "suits": {"H": "5+"}},
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """The tests."""
        data = bodies.read(request, "Meanings")
        with bodies.judged():
            own = data.get("tolerance")
            value = {key: told for key, told in (own or {}).items() if key != "source"}
            tolerance = parse_value("similar", value, "tolerance", own["source"]) if own else WORKED_EXAMPLES
            found = compare_data(data["withdrawn"], data["replacement"], tolerance=cast(Similarity, tolerance))
        return Response(found.as_dict())


def _on_record(ruling: Ruling) -> dict[str, Any]:
    """A ruling on a record that was sent, with what it did not need of it."""
    unused = not_used(ruling)
    return {**_ruling(ruling), **({"not_used": unused} if unused else {})}


def _ruling(ruling: Ruling) -> dict[str, Any]:
    """A ruling with what is not confirmed of it: the engine reads a former text of the law there."""
    told = ruling.as_dict(untaken(ruling))
    played = ruling.situation.record.date if ruling.situation else None
    found = confirming.of_ruling(ruling, played or library.today())
    if not found:
        return told
    for step, moved in zip(told["steps"], confirming.steps_of(ruling, found), strict=True):
        if moved:
            step["not_confirmed"] = moved.sentence
    told["not_confirmed"] = [
        {"text": one.text, "provision": one.key, "since": one.first_day.isoformat(), "words": one.sentence}
        for one in found.wordings
    ]
    return told


def _contrasts(ruling: Ruling) -> list[dict[str, Any]]:
    return [
        {
            "fact": one.fact.id,
            "question": ruling.words(one.fact.question),
            "provision": one.provision,
            "was": one.was,
            "value": one.value,
            "difference": _difference(difference(ruling, one.ruling)),
            "say": one.ruling.say(),
            "outcomes": one.ruling.outcomes,
            "citations": [*one.ruling.citations],
        }
        for one in contrast(ruling)
    ]


def _flips(ruling: Ruling) -> list[dict[str, Any]]:
    return [
        {
            "fact": one.fact.id,
            "question": ruling.words(one.fact.question),
            "provision": one.provision,
            "was": one.was,
            "value": one.value,
            "complete": one.ruling.complete,
            "difference": _difference(one.difference),
        }
        for one in flips_of(ruling)
    ]


def _editions(record: TableRecord) -> list[dict[str, Any]]:
    return [
        {
            "edition": one.edition,
            "ruling": one.ruling.as_dict() if one.ruling else None,
            "why": one.why,
            "difference": _difference(one.difference),
        }
        for one in editions_of(record)
    ]


def _difference(found: Difference) -> dict[str, Any]:
    def told(some: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
        return [{"words": words, "provision": provision} for words, provision in some]

    return {"becomes": told(found.becomes), "instead_of": told(found.instead_of)}


def _answers(data: Mapping[str, Any]) -> dict[str, Any]:
    """Answers that their questions can have. Raises Problem 422 naming the fact."""
    for name, value in data.items():
        fact = FACTS.get(name)
        if fact is None:
            said = _("No procedure asks this; a procedure's facts are told by get_procedure.")
            raise bodies.unprocessable("bad-answer", said, {f"answers.{name}": [said]})
        if not any(value is known or (isinstance(value, str) and value == known) for known in fact.values):
            said = _("This is no answer to it; expected %(known)s.") % {"known": ", ".join(map(_written, fact.values))}
            raise bodies.unprocessable("bad-answer", said, {f"answers.{name}": [said]})
    return dict(data)


def _written(value: Any) -> str:
    """An answer as JSON has it."""
    return str(value).lower() if isinstance(value, bool) else f"“{value}”"
