"""Papers on paper: what stands in the question paper, what must not, and what the marking guide adds."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from pypdf import PdfReader

from accounts.models import Role
from exams.bank.models import QuestionVersion
from exams.papers.models import Paper, PaperQuestion
from exams.papers.printing import guide_pdf, paper_pdf
from tests import factories
from tests.exams.contents import CHANGES

pytestmark = pytest.mark.django_db

# Words that stand in keys, explanations and rubrics only.
SECRET = (
    "Three passes have not followed",
    "Only West could have accepted",
    "Only when it has been declined",
    "West has not accepted the bid",
    "That is 27B2, for calls outside",
    "Is 3♥ the cheapest bid",
    "27B1(a), also 27B1",
    "Also right: 27B1",
    "27D",
    "2♦ is insufficient over 2♠",
)
PLAY = {
    "contract": "4S",
    "declarer": "S",
    "tricks": [
        {
            "leader": "W",
            "cards": [
                {"by": "W", "card": "HA"},
                {"by": "N", "card": "H3"},
                {"by": "E", "card": "C2", "bad": True, "note": 1},
                {"by": "S", "card": "H7"},
            ],
        }
    ],
    "notes": ["East has a heart"],
}
TURNED = [
    {
        "leader": "W",
        "cards": [
            {"by": "W", "card": "HA"},
            {"by": "E", "card": "H9", "bad": True},
            {"by": "N", "card": "H3"},
            {"by": "S", "card": "H7"},
        ],
    }
]


def paper_of(*versions: QuestionVersion, **terms: Any) -> Paper:
    """A paper of these very versions."""
    blueprint = factories.blueprint(code=f"printed-{Paper.objects.count()}", quotas={"insufficient-bid": len(versions)})
    fields = {**blueprint.terms(), **terms}
    drawer = factories.person("Alice", Role.EXAMINER)
    paper = Paper.objects.create(body=blueprint.body, blueprint=blueprint, drawn_by=drawer, seed=7, **fields)
    for position, version in enumerate(versions, start=1):
        PaperQuestion.objects.create(
            paper=paper, position=position, version=version, marks=3 if version.kind == "written" else 1
        )
    return paper


@pytest.fixture
def every_kind() -> Paper:
    diagrams = {**factories.CONTENT["diagrams"], "play": PLAY}
    versions = [factories.approved_version(**changes) for changes in CHANGES.values()]
    return paper_of(*versions, factories.approved_version(diagrams=diagrams))


def words(pdf: bytes) -> str:
    """All that can be read in it, on one line."""
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    return re.sub(r"\s+", " ", " ".join(pages))


def test_nothing_of_the_key_is_in_the_question_paper(every_kind: Paper) -> None:
    pdf = paper_pdf(every_kind)
    asked = words(pdf)
    reader = PdfReader(io.BytesIO(pdf))
    beside = " ".join(map(str, [reader.metadata, *(page.get("/Annots") for page in reader.pages)]))
    for secret in SECRET:
        assert secret not in asked
        assert secret not in beside
    # The test would see it: the guide has every one of them.
    guide = words(guide_pdf(every_kind))
    assert [secret for secret in SECRET if secret not in guide] == []


def test_every_question_is_asked_with_its_options_and_room_for_the_answer(every_kind: Paper) -> None:
    asked = words(paper_pdf(every_kind))
    count = len(CHANGES) + 1
    assert [f"Question {number}" in asked for number in range(1, count + 2)] == [True] * count + [False]
    for changes in CHANGES.values():
        assert changes.get("question", factories.CONTENT["question"]) in asked
        for option in changes.get("options", factories.CONTENT["options"]):
            assert option["text"] in asked
    assert "The ruling given: “3♥ stands. North must pass throughout.”" in asked
    assert "The law:" in asked
    assert "3 marks" in asked


def test_the_cover_tells_the_terms() -> None:
    paper = paper_of(
        factories.approved_version(path="27/x"),
        minutes=45,
        pass_mark=70,
        open_book=False,
        floors={"insufficient-bid": 50},
        one_each=True,
        title="Congress, winter",
    )
    cover = PdfReader(io.BytesIO(paper_pdf(paper))).pages[0].extract_text()
    for told in (
        "Congress, winter",
        "Form 1",
        "Candidate number",
        "45 minutes",
        "70 % of the marks; at least 50 % in Insufficient bid",
        "closed: no law book",
        "Queensland Bridge Association",
    ):
        assert told in cover


def test_diagrams_stand_in_it_with_symbols(every_kind: Paper) -> None:
    asked = words(paper_pdf(every_kind))
    assert "♥ K 10 9 8 7" in asked
    assert "Dealer North" in asked
    assert "East (vul)" in asked
    assert "five or more hearts (transfer)" in asked
    assert "♥A ♥3 ♣2" in asked
    assert "4♠ by South" in asked


def test_a_void_is_a_dash_and_hands_stand_round_the_compass() -> None:
    show = {"N": "AKQJT98765432...", "S": ".AKQ.AKQJT9.AKQJ"}
    hands = {"board": 1, "dealer": "N", "vulnerability": "all", "show": show}
    pdf = paper_pdf(paper_of(factories.approved_version(diagrams={"hands": hands})))
    asked = words(pdf)
    assert "♥ —" in asked
    assert "All vul" in asked
    assert asked.index("North") < asked.index("Board 1") < asked.index("South ♠ —")


@pytest.mark.parametrize("make", [paper_pdf, guide_pdf])
def test_it_is_tagged_for_screen_readers_and_always_the_same(every_kind: Paper, make: Any) -> None:
    pdf = make(every_kind)
    reader = PdfReader(io.BytesIO(pdf))
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    claims = root["/Metadata"].get_object().get_data()
    assert b"pdfuaid:part>1<" in claims
    assert b"pdfaid:part>2<" in claims
    assert reader.metadata is not None
    assert reader.metadata.title
    assert make(every_kind) == pdf


def test_no_word_of_a_question_means_anything_to_the_typesetter() -> None:
    stem = ["#panic() $x$ *bold* @ref [link] \\ <tag> // no comment `raw`", "= No heading"]
    paper = paper_of(factories.approved_version(stem=stem))
    for pdf in (paper_pdf(paper), guide_pdf(paper)):
        assert "#panic() $x$ *bold* @ref [link] \\ <tag> // no comment `raw`" in words(pdf)
    assert "= No heading" in words(paper_pdf(paper))


@pytest.mark.parametrize("sign", ["中", "😀", "\x07", "\ufffe"])
def test_a_sign_that_no_font_of_ours_has_keeps_no_paper_from_being_printed(sign: str) -> None:
    paper = paper_of(factories.approved_version(stem=[f"East, {sign}, opens."]))
    for make in (paper_pdf, guide_pdf):
        assert "opens." in words(make(paper))


def test_the_guide_gives_key_rubric_and_laws(every_kind: Paper) -> None:
    guide = words(guide_pdf(every_kind))
    assert "For examiners and markers only" in guide
    assert "The auction goes on. 27B1(a) 2" in guide
    assert "C. The auction goes on with no further rectification." in guide
    assert "A. A sufficient bid." in guide


def test_pages_are_numbered(every_kind: Paper) -> None:
    pages = PdfReader(io.BytesIO(paper_pdf(every_kind))).pages
    for number, page in enumerate(pages, start=1):
        assert f"Page {number} of {len(pages)}" in page.extract_text()


def printed(play: dict[str, Any]) -> str:
    """All that can be read in the paper of one question with this play."""
    return words(paper_pdf(paper_of(factories.approved_version(diagrams={"play": play}))))


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ({"contract": "4S", "declarer": "S"}, "4♠ by South"),
        ({"contract": "4SX", "declarer": "S"}, "4♠ doubled by South"),
        ({"contract": "3NTXX", "declarer": "W"}, "3NT redoubled by West"),
        ({"contract": "4SX"}, "4♠ doubled Trick"),
        ({"trump": "S"}, "The play · ♠ are trumps"),
        ({"trump": "NT", "declarer": "E"}, "The play · East declares · no trump"),
        ({}, "The play Trick"),
    ],
)
def test_a_play_tells_contract_double_declarer_and_trump(told: dict[str, str], shown: str) -> None:
    assert shown in printed({**told, "tricks": PLAY["tricks"], "notes": PLAY["notes"]})


def test_a_play_tells_which_hand_is_dummy() -> None:
    assert "North (dummy) East South" in printed(PLAY)
    assert "dummy" not in printed({"tricks": PLAY["tricks"], "notes": PLAY["notes"]})


def test_cards_that_fell_out_of_turn_tell_their_order() -> None:
    shown = printed({"tricks": TURNED})
    assert re.search(r"♥A ?1 ♥3 ?3 ♥9 ?2 out of turn ♥7 ?4", shown), shown
    assert "the order in which the cards of the trick were played" in shown
    in_turn = printed({"tricks": PLAY["tricks"], "notes": PLAY["notes"]})
    assert "♥A ♥3 ♣2" in in_turn
    assert "the order in which the cards" not in in_turn
