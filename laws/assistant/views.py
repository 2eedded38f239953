"""Pages of the ruling assistant. Anybody may ask what the law rules; nothing is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from laws import confirming, diagrams, library
from laws.assistant import charts, comparisons, plays, receipts
from laws.assistant.addresses import Address, Refused, answers_to, edition_of, last_day, read, rule_of, spoken
from laws.assistant.arranging import arrange
from laws.assistant.auctions import Auction, BadAuction, from_address, written
from laws.assistant.charts import Node
from laws.assistant.drawing import WIDTHS, draw
from laws.assistant.happenings import (
    common,
    happenings,
    is_covered,
    searched,
    title_of,
    top,
    uncovered,
)
from laws.assistant.interviews import Interview, about, conduct, ruled
from laws.assistant.meaning_forms import Entered, Fault
from laws.assistant.parts import Part, parts
from laws.assistant.plays import Play
from laws.assistant.svg import drawn, in_words
from laws.assistant.telling import Told, Untaken, elsewhere, leads_to, tell, untaken, who
from laws.diagrams.ruled import with_ruling
from laws.models import Edition
from laws.outline import Layers, outline
from laws.rulings.calls import CALLS, DENOMINATIONS
from laws.rulings.cards import card_words
from laws.rulings.comparable import WORKED_EXAMPLES, compare, example_outside
from laws.rulings.editions import DUPLICATE_2017, EDITIONS, Rule
from laws.rulings.editions import Edition as EngineEdition
from laws.rulings.facts import FACTS, Fact, Source, answer_words
from laws.rulings.facts.judging import OPEN
from laws.rulings.replay import NAMES
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.speech import is_judged, waits_for_the_end
from laws.rulings.words import names_at
from laws.tolerances import tolerance_in_words

View = Callable[..., HttpResponse]
LONGEST_SEARCH: Final = 200
INSTEAD: Final = "instead"
"""What the form calls the call that was made instead of the irregular one; the answer has it in the auction."""


def sentence_if_refused(view: View) -> View:
    """Answer for the view with the sentence of what it refuses."""

    @require_safe
    @wraps(view)
    def answered(request: HttpRequest, **names: str) -> HttpResponse:
        try:
            return view(request, **names)
        except Refused as refused:
            context = {"sentence": str(refused), "path": request.path}
            return render(request, "laws/assistant/refused.html", context, status=refused.status)

    return answered


@sentence_if_refused
def start(request: HttpRequest, edition: str = DUPLICATE_2017.slug) -> HttpResponse:
    """What happened? Every procedure of an edition, in the words of the table."""
    chosen = edition_of(edition)
    shelf = {one.slug: one for one in library.shelf()}
    book = library.contents(shelf[chosen.book], library.today()) if chosen.book in shelf else []
    titles = edition_titles()
    parts_of_book = [(part.title, [law.number for law in laws]) for part, laws in book]
    typed = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    context = {
        "edition": edition,
        "here": reverse("laws:ruling_edition", args=[edition]),
        "common": common(chosen),
        "typed": typed,
        "searched": searched(chosen, typed) if typed else [],
        "title": title_of(edition, titles),
        "groups": happenings(chosen, parts_of_book),
        "uncovered": uncovered(chosen, parts_of_book),
        "editions": [(slug, title_of(slug, titles)) for slug, one in EDITIONS.items() if one.procedures],
        "ended": last_day(chosen) if chosen.until else None,
        "incomplete": bool(chosen.gaps),
        "comparable": comparisons.compared_on(chosen),
    }
    return render(request, "laws/assistant/start.html", context)


@sentence_if_refused
def auction(request: HttpRequest, edition: str) -> HttpResponse:
    """The auction as it was made, call by call or written down, and what is wrong with it.

    The form sends what is written, perhaps with one more call; the answer is the address of the auction itself.
    """
    chosen = edition_of(edition)
    said = request.GET
    here = reverse("laws:ruling_auction", args=[edition])
    try:
        if "dealer" in said:
            made = written(said["dealer"], said.get("calls", ""))
            if said.get("add"):
                made = made.longer(said["add"], said.get("by", ""))
            return redirect(f"{here}?{urlencode({'auction': made.text})}")
        made = from_address(said.get("auction") or Seat.N.value)
        fault, status = "", 200
    except BadAuction as error:
        made, fault, status = Auction(Seat.N), str(error), 400
    context = {
        "edition": edition,
        "book": chosen.book,
        "title": title_of(edition, edition_titles()),
        "here": here,
        "made": made,
        "fault": fault,
        "calls": said.get("calls", "") or said.get("auction", "").partition(" ")[2] if fault else made.written,
        "seats": [*Seat],
        "levels": [[CALLS[f"{level}{name}"] for name in DENOMINATIONS] for level in range(1, 8)],
        "others": [CALLS[name] for name in ("P", "X", "XX")],
        "undo": f"{here}?{urlencode({'auction': made.shorter.text})}" if made.calls else "",
        "diagram": made.diagram(chosen) if made.calls else None,
        "found": _found(made, chosen),
        "then_play": _then_play(made, edition),
    }
    return render(request, "laws/assistant/auction.html", context, status=status)


def _then_play(made: Auction, edition: str) -> str:
    """Where the play is entered that follows a correct auction; empty while it is not over."""
    follows = plays.of_auction(made)
    if follows is None or made.irregularities(edition_of(edition)):
        return ""
    query = urlencode({"auction": made.text, "play": follows.text})
    return f"{reverse('laws:ruling_play', args=[edition])}?{query}"


def _found(made: Auction, edition: EngineEdition) -> list[dict[str, Any]]:
    """Every irregularity with the law that deals with it, and where that begins if it is written."""
    found = []
    for at, one in enumerate(made.irregularities(edition)):
        rule = edition.procedures.get(one.law)
        # The auction answers for the first alone: what becomes of a later one depends on how the first is dealt with.
        query = {"auction": made.text} if not at else {"seat": one.made.by.value}
        begins = reverse("laws:interview", args=[edition.slug, one.law]) if rule else ""
        found.append(
            {
                "who": one.made.by.full_name,
                "call": one.made.call.symbol,
                "turn": one.turn.full_name if one.turn is not one.made.by else "",
                "kinds": [(NAMES[kind], kind.value if edition.has(kind.value) else "") for kind in one.kinds],
                "law": one.law,
                "rule": rule,
                "address": f"{begins}?{urlencode(query)}" if begins else "",
                "falls": one.falls_with is not None,
            }
        )
    return found


@sentence_if_refused
def comparable(request: HttpRequest, edition: str) -> HttpResponse:
    """Is this call comparable? What two calls show, each test of Law 23A on them, and what follows.

    The form sends every field; the answer to it is the address with those that are filled in.
    """
    chosen = edition_of(edition)
    if not comparisons.has_test(chosen):
        raise Refused(_("%(edition)s does not ask whether a call is comparable; that came with the Laws of 2017.")
                      % {"edition": title_of(edition, edition_titles())}, 404)  # fmt: skip
    said = request.GET
    filled = [(name, value) for name, value in said.items() if str(value).strip()]
    here = reverse("laws:ruling_comparable", args=[edition])
    if len(filled) < len(said):
        return redirect(f"{here}?{urlencode(filled)}")
    entered, law = Entered(said, sent="compare" in said), said.get("law", "")
    case = comparisons.case_of(chosen, said.get("case", ""))
    faults = [*entered.faults, *_faults_of_law(law, entered, chosen)]
    result = _compared(entered, chosen, law, case) if "compare" in said and not faults else {}
    context = {
        "edition": edition,
        "book": chosen.book,
        "title": title_of(edition, edition_titles()),
        "here": here,
        "entered": entered,
        "law": law,
        "laws": comparisons.provisions(chosen),
        "case": case,
        "case_address": reverse("laws:interview", args=[edition, case.rule.id]) + case.query() if case else "",
        "faults": faults,
        "law_fault": next((one.sentence for one in faults if one.at == "law"), ""),
        **result,
    }
    return render(request, "laws/assistant/comparable.html", context, status=400 if faults else 200)


def _faults_of_law(law: str, entered: Entered, edition: EngineEdition) -> list[Fault]:
    """What is wrong with the choice of a provision: there is none such, or it is about another kind of call."""
    words = _("The law it falls under")
    asking = comparisons.provisions(edition)
    if law and law not in asking:
        known = ", ".join(asking)
        return [Fault("law", words, _("Choose one of %(known)s, or none.") % {"known": known})]
    call = entered.withdrawn.call
    if law and call and comparisons.kind_of(call) not in asking[law].asks.calls:
        said = _("%(law)s is about %(what)s; the withdrawn call is %(kind)s.")
        told = {
            "law": law,
            "what": asking[law].words,
            "kind": comparisons.OF_KIND[comparisons.kind_of(call)],
        }
        return [Fault("law", words, said % told)]
    return []


def _compared(entered: Entered, edition: EngineEdition, law: str, case: Address | None) -> dict[str, Any]:
    """The comparison of what was entered without a fault."""
    old, new = entered.withdrawn.meaning, entered.replacement.meaning
    found = compare(old, new, tolerance=entered.tolerance)
    outside = example_outside(old, new)
    calls = entered.withdrawn.call, entered.replacement.call
    follows = comparisons.follows(found, (old, new), edition, law=law, case=case, call=calls[1])
    return {
        "comparison": found,
        "decisive": next((one for one in found.results if one.test == found.decisive), None),
        "tests": [(comparisons.NAMES[one.test], one) for one in found.results],
        "to_judge": comparisons.to_judge(found),
        "outside": diagrams.hand("", outside) if outside else None,
        "tolerance": tolerance_in_words(found.tolerance),
        "own_tolerance": found.tolerance is not WORKED_EXAMPLES,
        "doubts": [*comparisons.doubts(found, old, new), *follows.doubts],
        "follows": follows,
        "first": law == "27B1(b)" and comparisons.same_denomination((calls[0], old), (calls[1], new)),
        "calls": [call.symbol if call else "" for call in calls],
        "taken_as_bid": law == "27B1(b)" and calls[1] is None,
    }


@sentence_if_refused
def interview(request: HttpRequest, edition: str, procedure: str) -> HttpResponse:
    """The next question, or the ruling; the answers are in the address."""
    chosen = edition_of(edition)
    if procedure in chosen.laws and not is_covered(chosen, procedure):
        return _not_covered(request, chosen, procedure)
    address = read(chosen, rule_of(chosen, procedure), request.GET, [INSTEAD])
    here = reverse("laws:interview", args=[edition, procedure])
    if address.auction and INSTEAD in request.GET:
        return redirect(f"{here}{_with_the_new_call(address, request.GET[INSTEAD].strip())}#question")
    held = conduct(address)
    context = _of_interview(held, here)
    if address.change:
        context |= _changing(held, here)
    elif held.ruling.pending:
        context |= _asking(held, held.ruling.pending.fact, held.ruling.pending.provision)
    else:
        address_of = reverse("laws:receipt", args=[edition, procedure])
        context |= _ruled(held, here) | {"receipt_address": address_of + receipts.query_of(held)}
    return render(request, "laws/assistant/interview.html", context)


def _with_the_new_call(address: Address, call: str) -> str:
    """The same interview with the call that was made instead of the irregular one, or without it when none is told."""
    auction = address.auction or Auction(Seat.N)
    try:
        named = auction.with_instead(call) if call else Auction(auction.dealer, auction.calls)
    except BadAuction as error:
        raise Refused(str(error)) from error
    return replace(address, auction=named).query()


def _not_covered(request: HttpRequest, edition: EngineEdition, number: str) -> HttpResponse:
    """What the law itself says and lets one choose, where no procedure asks."""
    on = library.today()
    try:
        provisions = library.standing(library.law(edition.book, number, on))
        notes = library.notes(edition.book, number, on)
    except library.NotOnShelfError:
        provisions, notes = [], []
    context = {
        "edition": {"slug": edition.book},
        "engine": edition.slug,
        "on": on,
        "asked_on": None,
        "number": number,
        "law_title": edition.laws[number],
        "title": title_of(edition.slug, edition_titles()),
        "blocks": outline(provisions, Layers(notes=notes)),
    }
    return render(request, "laws/assistant/not_covered.html", context)


@sentence_if_refused
def receipt(request: HttpRequest, edition: str, procedure: str) -> HttpResponse:
    """A ruling as it was given on a day, verified against what the engine rules now."""
    chosen = edition_of(edition)
    address = read(chosen, rule_of(chosen, procedure), request.GET, receipts.NAMES)
    given = receipts.stated(request.GET)
    address = replace(address, assume=receipts.assumed_by(given))
    held = conduct(address)
    if not held.ruling.complete:
        raise Refused(
            _("This receipt does not have a complete ruling: Law %(law)s asks more questions.") % {"law": procedure}
        )
    context = _of_interview(held, reverse("laws:interview", args=[edition, procedure])) | _ruled(
        held, reverse("laws:interview", args=[edition, procedure])
    )
    context |= {
        "verdict": receipts.verify(given, held.ruling, address.auction, address.play),
        "given": given,
        "now": receipts.receipt_for(held.ruling, address.auction, address.play),
        "whole_address": request.build_absolute_uri(),
        "resume": address.query(held.used),
    }
    return render(request, "laws/assistant/receipt.html", context)


@sentence_if_refused
def chart(request: HttpRequest, edition: str, number: str) -> HttpResponse:
    """The flow charts of the procedures that begin with a law.

    `?way=27/lho_called=yes/...`, the path of a receipt, marks the boxes that its ruling went through.
    """
    chosen = edition_of(edition)
    found = charts.charts(edition, number)
    if not found:
        rule_of(chosen, number)
    known = library.known_keys(chosen.book)
    not_confirmed = charts.not_confirmed(found, chosen, last_day(chosen))
    former = frozenset(not_confirmed.by_provision)
    shown = []
    way = _way(found, request.GET.get("way", ""))
    passed = frozenset(one.node for one in way)
    for one in found:
        pieces = [
            {
                "part": part,
                "drawings": [_drawing(one, part, kind, known, former, passed) for kind in WIDTHS],
                "passed": part.root in passed,
            }
            for part in parts(one)
        ]
        words = in_words(one, arrange(one.root), edition, known, former)
        shown.append({"chart": one, "pieces": pieces, "words": words})
    context = {
        "edition": edition,
        "book": chosen.book,
        "title": title_of(edition, edition_titles()),
        "number": number,
        "charts": shown,
        "known": known,
        "not_confirmed": not_confirmed,
        "way": [one for one in way if one.node.items and not one.node.part],
        "onward": _way_on(way, edition, request.GET.get("way", "")),
        "no_way": bool(request.GET.get("way")) and not way,
    }
    return render(request, "laws/assistant/chart.html", context)


def _way(found: Sequence[charts.Chart], path: str) -> list[charts.Passed]:
    """The boxes that a path goes through in these charts, part after part; none for a path that is not in them."""
    procedure, *told = path.split("/")
    answers = {}
    for fact, _is, word in (one.partition("=") for one in told):
        said = [spoken(value) for value in FACTS[fact].values if answer_words(value) == word] if fact in FACTS else []
        if not said:
            return []
        answers[fact] = said[0]
    roots = {part.letter: part.root for one in found if one.procedure == procedure for part in parts(one)}
    way: list[charts.Passed] = []
    letter: str | None = "" if roots else None
    while letter is not None:
        way += charts.way_through(roots[letter], answers)
        letter = way[-1].node.part or None
    return way


def _way_on(way: Sequence[charts.Passed], edition: str, path: str) -> dict[str, str]:
    """Where a way goes on that leaves these charts for that of another law; empty for one that ends here."""
    law = way[-1].node.law if way else ""
    if not law:
        return {}
    query = urlencode({"way": "/".join([law, *path.split("/")[1:]])}, safe="/")
    return {"law": law, "address": f"{reverse('laws:chart', args=[edition, top(law)])}?{query}"}


def _drawing(
    chart: charts.Chart, part: Part, kind: str, known: frozenset[str], former: frozenset[str], passed: frozenset[Node]
) -> SafeString:
    name = "-".join(one for one in (kind, chart.procedure, part.letter) if one)
    here = passed.intersection(charts.nodes(part.root))
    return drawn(draw(arrange(part.root), kind, name), chart, chart.edition, known, part.letter, former, here)


def _onward(told: Told, address: Address) -> list[tuple[Rule, str]]:
    """Where a ruling refers the director to: the procedures, each with the address where it begins.

    The auction goes along where the other law is about it, and otherwise nothing but the seat.
    """
    procedures = EDITIONS[address.rule.edition].procedures
    found = []
    for number in told.onward:
        there = replace(address, rule=procedures[number], answers={}, change="", changed="")
        there = _with_what_fits(there)
        found.append((there.rule, reverse("laws:interview", args=[there.rule.edition, number]) + there.query()))
    return found


def _with_what_fits(there: Address) -> Address:
    """The address with as much of the table as its law can be asked about."""
    for less in ({}, {"play": None}, {"auction": None}, {"auction": None, "play": None}):
        fewer = replace(there, **less)
        try:
            ruled(fewer, {})
        except Refused:
            continue
        return fewer
    return replace(there, auction=None, play=None)


def edition_titles() -> dict[str, str]:
    """What the editions of the library are called, on the shelf or not."""
    return dict(Edition.objects.values_list("slug", "title"))


def _of_interview(held: Interview, here: str) -> dict[str, Any]:
    """What every page of an interview tells its template."""
    address, ruling = held.address, held.ruling
    before = [{"step": step, **_question(ruling, step.fact), "answer": spoken(step.value)} for step in held.asked]
    for one in before:
        fact = one["step"].fact.id
        one["assumed"] = one["step"].assumed
        one["shown"] = fact not in held.used and not one["assumed"]
        one["change"] = "" if one["shown"] else here + address.query(held.kept, change=fact)
        taken_back = one["step"].noted and fact in held.used
        one["without"] = here + address.query(held.without(fact), changed=fact) if taken_back else ""
    auction_page = play_page = ""
    called = {"auction": address.auction.text} if address.auction else {}
    if address.auction:
        auction_page = f"{reverse('laws:ruling_auction', args=[address.rule.edition])}?{urlencode(called)}"
    if address.play:
        query = urlencode({**called, "play": address.play.ruling_on("").text})
        play_page = f"{reverse('laws:ruling_play', args=[address.rule.edition])}?{query}"
    last = [*held.used][-1] if held.used else ""
    return {
        "address": address,
        "edition": address.rule.edition,
        "rule": address.rule,
        "book": address.book,
        "law": top(address.rule.id),
        "title": title_of(address.rule.edition, edition_titles()),
        "auction_page": auction_page,
        "play_page": play_page,
        **(_of_play(address.play, EDITIONS[address.rule.edition]) if address.play else {}),
        "instead": address.auction.instead if address.auction else None,
        "without_instead": f"{here}{_with_the_new_call(address, '')}" if address.auction else "",
        "diagram": with_ruling(address.auction.diagram(EDITIONS[address.rule.edition]), ruling)
        if address.auction
        else None,
        "on": address.asked_on,
        "not_confirmed": confirming.of_ruling(ruling, address.on),
        "here": here,
        "held": held,
        "ruling": ruling,
        "answered": before,
        "back": here + address.query(held.without(last), changed=last) if last else play_page or auction_page,
        "dropped": [ruling.words(fact.question) for fact in held.dropped],
        "changed": ruling.words(FACTS[address.changed].question) if held.dropped else "",
        "waiting": len(held.waiting),
        "asides": [
            {**_question(ruling, one.fact), "provision": one.provision, "ways": _aside_ways(held, one.fact, here)}
            for one in held.asides
        ],
        "seats": [*Seat],
        "about": names_at(None)[about(address.rule)],
        "seat_fields": [pair for pair in address.pairs(held.kept) if pair[0] != "seat"],
    }


def _of_play(made: Play, edition: EngineEdition) -> dict[str, Any]:
    """What a page shows of the play beside a ruling: its tricks, and the table as it stood before the irregular card."""
    seen = made.seen(edition)
    irregular = next((one for one in seen.irregular if one.card == made.ruled), seen.first)
    return {
        "play_diagram": made.diagram(edition) if made.cards else None,
        "moment": diagrams.moment(irregular.before if irregular else seen.position),
        "moment_before": card_words(irregular.card) if irregular else "",
    }


def _question(ruling: Ruling, fact: Fact) -> dict[str, Any]:
    return {
        "question": ruling.words(fact.question),
        "source": fact.source.value,
        "who": who(fact.who, ruling) if fact.who else "",
        "find_out": ruling.words(fact.find_out) if fact.find_out else "",
    }


def _asking(held: Interview, fact: Fact, provision: str) -> dict[str, Any]:
    """The question that is open, with its answers; for a player's choice also what each would lead to."""
    tells = fact.source is Source.ELECTION and not held.address.change
    answers = [
        {
            "word": word,
            "label": spoken(value),
            "leads": leads_to(held.ruling, held.answered(fact, value)) if tells else (),
            "play_on": value == OPEN,
        }
        for word, value in answers_to(fact).items()
        if value != OPEN or held.address.change or not is_judged(held.ruling)
    ]
    asked = {**_question(held.ruling, fact), "fact": fact.id, "provision": provision, "answers": answers}
    asked["name_it"] = bool(
        fact.of_new_call and held.address.auction and not held.address.play and not held.address.auction.instead
    )
    asked["at_the_end"] = not held.address.change and waits_for_the_end(held.ruling) is not None
    asked["compare"] = comparisons.from_interview(held, fact.id)
    return {"asked": asked, "fields": held.address.pairs(held.without(fact.id)), "told": tell(held.ruling)}


def _may_name_call(address: Address) -> bool:
    """An auction is told, and not yet the call that was made instead of the irregular one."""
    return address.auction is not None and address.play is None and address.auction.instead is None


def _changing(held: Interview, here: str) -> dict[str, Any]:
    """The same for a question that has been answered, or for what was taken for granted, and is asked again."""
    found = held.open_to_change(held.address.change)
    if found is None:
        raise Refused(_("There is no answer to “%(fact)s” to change.") % {"fact": held.address.change})
    fact, provision, assumed = found
    again = _asking(held, fact, provision)
    given = next((spoken(one.value) for one in held.asked if one.fact is fact), "")
    return again | {
        "assumed": assumed,
        "chosen": given,
        "changing": True,
        "fields": [*again["fields"], ("changed", fact.id)],
        "cancel": here + held.address.query(held.kept),
    }


def _ruled(held: Interview, here: str) -> dict[str, Any]:
    """A complete ruling."""
    ruling, address = held.ruling, held.address
    texts = library.texts(address.book, ruling.citations, address.on)
    told = tell(ruling)
    return {
        "told": told,
        "assumptions": [
            (words, here + address.query(held.kept, change=fact) if fact else "") for words, fact in held.assumptions
        ],
        "onward": _onward(told, address),
        "elsewhere": _elsewhere(held),
        "untaken": [(one, _flipped(held, one, here)) for one in untaken(ruling)],
        "laws": [(key, texts.get(key)) for key in ruling.citations],
    }


def _elsewhere(held: Interview) -> list[dict[str, Any]]:
    """What other editions say of the same auction, each with its title and the address where that ruling begins."""
    if held.address.auction is None or held.address.play is not None:
        return []
    titles, query = edition_titles(), urlencode({"auction": held.address.auction.text})
    return [
        {
            "told": one,
            "title": title_of(one.edition, titles),
            "book": EDITIONS[one.edition].book,
            "address": f"{reverse('laws:interview', args=[one.edition, one.procedure])}?{query}",
        }
        for one in elsewhere(held.ruling)
    ]


def _flipped(held: Interview, one: Untaken, here: str) -> str:
    """The address of the same case with this one answer otherwise; empty for what the auction shows."""
    if not any(step.fact.id == one.fact and held.may_change(step) for step in held.asked):
        return ""
    return here + held.address.query({**held.kept, one.fact: one.value}, changed=one.fact)


def _aside_ways(held: Interview, fact: Fact, here: str) -> list[tuple[str, str]]:
    """Answers of an incidental fact that depart from what is usual, each with the address that gives it."""
    return [
        (spoken(value), here + held.address.query({**held.kept, fact.id: value}, changed=fact.id))
        for value in answers_to(fact).values()
        if value != fact.default
    ]
