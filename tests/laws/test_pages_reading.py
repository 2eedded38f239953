"""The pages of a law and of a provision: whose words, commentary, definitions, tables, who cites, what stood when."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.db.backends.postgresql.psycopg_any import DateRange
from django.test import Client
from django.test.utils import CaptureQueriesContext

from laws import library, references, shelf
from laws.models import (
    Edition,
    FlowChart,
    FlowChartVersion,
    Footnote,
    FootnoteVersion,
    Law,
    Provision,
    ProvisionVersion,
    SourceDocument,
    TextKind,
)
from tests.laws.conftest import Digest
from tests.laws.test_pages import BASE, page
from tests.walking import walks

LAW = f"{BASE}/27/"
FOR_EVER = DateRange(datetime.date(2017, 8, 1), None)
TODAY = datetime.date(2026, 1, 1)
SLUG = "duplicate-2017"


def text(html: str) -> str:
    """The words of a page, or of a piece of it."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def section(html: str, code: str) -> str:
    """The remark with this short name."""
    found = re.search(rf'<section class="note[^>]*id="{code}".*?</section>', html, re.DOTALL)
    assert found, f"no remark {code}"
    return found[0]


def block(html: str, key: str) -> str:
    """The provision with this key, up to the next one."""
    return html.split(f'id="{key}">', 1)[1].split('<div class="provision', 1)[0]


Remarks = Callable[..., None]


@pytest.fixture
def remarks(small_shelf: Digest) -> Remarks:
    """Adds a file of commentary of its own to the shelf: `remarks({...}, {...})`."""

    def add(*entries: dict[str, Any]) -> None:
        lines = ["source: notes", "commentary:"]
        for entry in entries:
            filled = {"kind": "note", "on": ["27A"], "text": "Words.", **entry}
            if filled["kind"] == "caution":
                filled.setdefault("author", "The editors")
            lines.append(f"  - {json.dumps(filled)}")  # JSON is YAML
        small_shelf.write("duplicate-2017/commentary/more.yaml", "\n".join(lines) + "\n")
        shelf.load(small_shelf.folder)

    return add


@pytest.fixture
def official(small_shelf: Digest) -> SourceDocument:
    """The law book's own words for 27A with a footnote, and for 27B2, which the digest does not have."""
    source = SourceDocument.objects.create(title="The printed book")
    law = Law.objects.get(number="27")
    node = Provision.objects.get(key="27A")
    extra = Provision.objects.create(
        edition=node.edition, law=law, key="27B2", parent=Provision.objects.get(key="27B"), order=2702020000
    )
    for provision, heading, words in (
        (node, "Accepting it", "The book's words for it.\n\nA second paragraph."),
        (extra, "", "Only the book has this."),
    ):
        ProvisionVersion.objects.create(
            provision=provision, kind=TextKind.OFFICIAL, text=words, heading=heading, headings=heading or "x",
            effective=FOR_EVER, source=source, first_line=1, last_line=2,
        )  # fmt: skip
    note = Footnote.objects.get(provision=node)
    FootnoteVersion.objects.create(footnote=note, kind=TextKind.OFFICIAL, text="The book's note.", effective=FOR_EVER)
    return source


# --- commentary -------------------------------------------------------------------------------------------------------


def test_a_remark_says_what_it_is_and_where_it_comes_from(client: Client, small_shelf: Digest) -> None:
    remark = section(page(client, LAW), "27-too-low")
    assert text(remark).startswith(
        "minute What is too low in force A committee Lyon October 2018 A bid may be too low; see 27B1(a) . Or it may not."
    )
    assert "Notes, lines 3–5" in remark
    assert re.search("also on.*27B1\\(a\\)", text(remark))
    assert 'href="/laws/duplicate-2017/27B1(a)/"' in remark, "what it cites is a chip"
    assert '<table class="auction">' in remark
    assert 'class="hand N"' in remark


def test_a_remark_stands_in_full_once_and_is_pointed_to_elsewhere(client: Client, small_shelf: Digest) -> None:
    html = page(client, LAW)
    assert html.count('id="27-too-low"') == 1
    assert 'id="27-too-low"' in block(html, "27A")
    assert '<a href="#27-too-low">What is too low</a> (at 27A)' in block(html, "27B1(a)")
    assert text(block(html, "27B1(a)")).count("1 minute") == 1


def test_the_first_remarks_are_in_view_and_the_rest_behind_a_line(client: Client, remarks: Remarks) -> None:
    remarks(
        {"id": "n1"}, {"id": "n2"}, {"id": "n3"}, {"id": "case", "kind": "example"},
        {"id": "m1", "on": ["27B"], "text": "Long. " * 100}, {"id": "m2", "on": ["27B"]},
    )  # fmt: skip
    html = page(client, LAW)
    in_view = re.sub('<details class="remarks.*?</details>', "", html, flags=re.DOTALL)
    seen = [code for code in ("n1", "n2", "n3", "m1", "m2") if f'id="{code}"' in in_view]
    assert seen == ["n1", "n2", "m1"], "two that are short, or one that is long"
    under, beside = block(html, "27A").split('<div class="side')
    assert re.search('More<span class="counts"><span data-kind="note">1 note</span></span></summary>', beside)
    assert 'id="27-too-low"' in under, "what shows cards needs the room of the text"
    assert 'id="n1"' in beside


def test_on_the_page_of_a_provision_its_own_commentary_is_unfolded(client: Client, remarks: Remarks) -> None:
    remarks(*({"id": f"n{number}", "on": ["27B1(a)", "27A"]} for number in range(3)))
    html = page(client, f"{BASE}/27B1(a)/").split('class="provision here"')[1]
    assert html.count('<details class="remarks') == html.count('<details class="remarks" open>') == 1
    assert 'id="27-too-low"' in html


def test_a_date_is_given_as_far_as_it_is_known(client: Client, remarks: Remarks) -> None:
    remarks(
        {"id": "day", "dated": "2019-03-04"}, {"id": "month", "dated": "2019-03"}, {"id": "year", "dated": "2019"}
    )  # fmt: skip
    html = page(client, LAW)
    told = {code: re.search('<p class="note-by">(.*?)</p>', section(html, code)) for code in ("day", "month", "year")}
    assert {code: text(found[1]) for code, found in told.items() if found} == {
        "day": "4 March 2019",
        "month": "March 2019",
        "year": "2019",
    }


def test_a_superseded_remark_says_so_and_a_later_one_was_not_known(client: Client, remarks: Remarks) -> None:
    remarks(
        {"id": "ended", "kind": "regulation", "authority": "The body", "until": "2020-05-01"},
        {"id": "began", "from": "2022-01-01"},
        {"id": "made", "dated": "2023-06"},
    )
    now = page(client, LAW)
    assert "superseded on 1 May 2020" in section(now, "ended")
    assert "in force" not in section(now, "ended")
    then = page(client, f"{LAW}?on=2020-04-30")
    assert "in force" in section(then, "ended")
    assert 'id="began"' not in then
    assert 'id="made"' not in then
    assert 'id="began"' in now
    assert 'id="made"' in now


def test_what_the_editors_say_is_signed_and_folded_behind_one_line(client: Client, remarks: Remarks) -> None:
    care = {"id": "care", "kind": "caution", "title": "Take care", "lines": [8, 9], "on": ["27A", "27B"]}
    remarks(care, {"id": "plain"})
    html = page(client, f"{LAW}?show=none")
    folded = re.findall('<details class="remarks folded">(.*?)</details>', html, re.DOTALL)
    assert [text(one.split("</summary>")[0]) for one in folded] == ["Caution: Take care"] * 2, "and where it also hangs"
    caution = section(html, "care")
    assert caution in folded[0]
    assert " hidden" not in caution.split(">")[0]
    assert text(caution) == "caution Take care The editors Words. About: Notes, lines 8–9 · also on 27B"
    assert " hidden" in section(html, "plain").split(">")[0]
    assert 'value="caution"' not in html, "there is no box to hide them with"
    remarks(care, {"id": "more", "kind": "caution"})
    assert ">2 cautions</summary>" in block(page(client, LAW), "27A")
    remarks({"id": "ours", "author": "The editors", "title": "One more thing"})
    assert "<summary>Editors’ note: One more thing</summary>" in block(page(client, LAW), "27A")
    remarks(care, {"id": "ours", "author": "The editors", "title": "One more thing"})
    assert "<summary>2 remarks by the editors</summary>" in block(page(client, f"{BASE}/27/"), "27A")


def test_kinds_are_chosen_without_scripts(client: Client, remarks: Remarks) -> None:
    remarks({"id": "plain"}, {"id": "why", "kind": "rationale"})
    html = page(client, f"{LAW}?show=none&show=rationale&on=2026-01-01")
    hidden = {code: " hidden" in section(html, code).split(">")[0] for code in ("27-too-low", "plain", "why")}
    assert hidden == {"27-too-low": True, "plain": True, "why": False}
    assert '<input type="checkbox" name="show" value="rationale" checked>' in html
    assert '<input type="checkbox" name="show" value="note">' in html
    assert f'href="{BASE}/27B/?on=2026-01-01&show=none&show=rationale"' in html.replace("&amp;", "&"), "links keep it"
    assert '<input type="hidden" name="show" value="rationale">' in html, "and so does the form for the date"


def test_all_commentary_can_be_unfolded(client: Client, small_shelf: Digest) -> None:
    folds = re.compile(r'<details class="remarks[^>]*>')
    assert not [one for one in folds.findall(page(client, LAW)) if " open" in one]
    unfolded = folds.findall(page(client, f"{LAW}?unfold=1"))
    assert unfolded and all(" open" in one for one in unfolded)


def test_a_law_without_commentary_has_nothing_to_choose(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/73/")
    assert "<fieldset" not in html
    assert 'class="side' not in html
    assert "laws-commentary.js" not in html


@walks(("wish", "sentence"), [("show=poems", "“poems”"), ("text=french", "“french”"), ("show=%00", "")], apart=True)
def test_a_wish_that_makes_no_sense_is_refused_with_a_sentence(
    client: Client, small_shelf: Digest, wish: str, sentence: str
) -> None:
    for address in (LAW, f"{BASE}/27A/", f"{BASE}/definitions/", f"{LAW}print/"):
        assert sentence in page(client, f"{address}?{wish}", 400)


def test_hostile_commentary_stays_text(client: Client, remarks: Remarks) -> None:
    evil = "<script>alert(1)</script> 27B1(a)"
    remarks({"id": "evil", "title": evil, "text": evil, "authority": evil, "place": evil, "author": evil})
    html = page(client, LAW)
    assert "<script>alert" not in html
    assert section(html, "evil").count("&lt;script&gt;") == 5


def test_a_remark_has_a_permanent_address(client: Client, small_shelf: Digest) -> None:
    for code, place in (
        ("27-too-low", f"{LAW}?on=2020-01-01#27-too-low"),
        ("def-bid", f"{BASE}/definitions/?on=2020-01-01#def-bid"),
    ):
        answer = client.get(f"/laws/remarks/{code}/?on=2020-01-01")
        assert (answer.status_code, answer.headers["Location"]) == (302, place)
    page(client, "/laws/remarks/nothing/", 404)


def test_the_law_book_of_an_exam_has_no_commentary_and_no_ways_out(client: Client, remarks: Remarks) -> None:
    remarks({"id": "care", "kind": "caution", "text": "Mind the gap."})
    html = page(client, "/laws/panel/?q=27", headers={"HX-Request": "true"})
    assert "The next player may accept" in html
    assert "Unless" in html, "footnotes are law"
    assert "Mind the gap" not in html
    assert "<details" not in html
    assert 'class="term"' not in html
    assert "27-too-low" not in html


# --- defined terms ----------------------------------------------------------------------------------------------------


def test_a_defined_term_leads_to_its_definition(client: Client, small_shelf: Digest) -> None:
    html = block(page(client, LAW), "27B1")
    assert re.search(
        '<a class="term" href="/laws/duplicate-2017/definitions/#offender"'
        ' data-preview="/laws/duplicate-2017/definitions/offender/preview/">offender</a>',
        html,
    )
    assert 'class="term" href="/laws/duplicate-2017/definitions/?on=2026-01-01#offender"' in page(
        client, f"{LAW}?on=2026-01-01"
    )


def test_a_term_is_marked_once_in_a_provision_and_not_in_commentary(client: Client, small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/law-27.yaml", "Unless 27B1(a) says so.", "No bid but a bid.")
    shelf.load(small_shelf.folder)
    html = page(client, LAW)
    assert block(html, "27A").count('class="term"') == 1
    assert 'class="term"' not in section(html, "27-too-low")


def test_terms_of_everyday_words_are_not_marked(client: Client, small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/definitions.yaml", "    see: [Offender]", "    unmarked: true")
    shelf.load(small_shelf.folder)
    assert 'class="term"' not in block(page(client, LAW), "27A")


# --- tables, names ----------------------------------------------------------------------------------------------------


def test_a_table_has_a_caption_and_headers(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/Intro/")
    assert "<caption>Force</caption>" in html
    assert html.count('<th scope="col"') == 2
    assert html.count('<th scope="row">') == 2
    assert text(html.split("<caption>")[1].split("</table>")[0]) == "Force Word Force may none must serious"


def test_places_outside_the_numbered_laws_go_by_their_names(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/Intro/")
    assert "<h1>Introduction</h1>" in html
    assert "Law Intro" not in html
    assert "Introduction" in page(client, f"{BASE}/Intro/preview/")
    assert "With a table." in page(client, f"{BASE}/Intro/preview/")


# --- whose words ------------------------------------------------------------------------------------------------------


def test_without_official_text_there_is_nothing_to_choose(client: Client, small_shelf: Digest) -> None:
    assert "Whose words" not in page(client, LAW)
    html = page(client, f"{LAW}?text=official")
    assert "The library has no official text here; this is the digest." in html
    assert "The next player may accept" in html


def test_the_digest_is_shown_first_and_the_book_by_choice(client: Client, official: SourceDocument) -> None:
    html = page(client, LAW)
    assert "Whose words" in html
    assert "The next player may accept" in html
    assert "The book&#x27;s words" not in html
    assert "27B2" not in html, "what only the book has is not in the digest"
    html = page(client, f"{LAW}?text=official")
    assert "The book&#x27;s words" in html
    assert "<p>A second paragraph.</p>" in html
    assert "The book&#x27;s note." in html
    assert "<h2>Accepting it</h2>" in html
    assert "Only the book has this." in html
    assert "The next player may accept" not in html
    assert "Official text from: The printed book." in text(html)
    assert "The library has no official text of this provision." in block(html, "27B1")


def test_both_stand_together_each_with_its_label(client: Client, official: SourceDocument) -> None:
    html = page(client, f"{LAW}?text=both")
    both = text(block(html, "27A"))
    assert (
        both.index("Digest")
        < both.index("may accept")
        < both.index("Official text · Accepting it")
        < both.index("The book")
    )
    assert "digest and official text" in html
    assert f'href="{BASE}/73/?text=both"' in html, "the choice goes along"


def test_a_provision_that_only_the_book_has_shows_it(client: Client, official: SourceDocument) -> None:
    assert "Only the book has this." in page(client, f"{BASE}/27B2/?text=official")
    html = page(client, f"{BASE}/27B2/")
    assert "Only the book has this." in html, "there is nothing else to show"
    fragment = page(client, f"{BASE}/27B2/preview/")
    assert "Only the book has this." in fragment
    assert "official text" in fragment


# --- what stood when --------------------------------------------------------------------------------------------------


@pytest.fixture
def amended(small_shelf: Digest) -> Digest:
    """Law 73 with a 73B that went and a 73C that came with the amendment of 2024."""
    small_shelf.write(
        "duplicate-2017/law-73.until-2024-01-01.yaml",
        'law: "73"\ntitle: Frowning\nuntil: 2024-01-01\nprovisions:\n'
        '  - {key: "73A", text: Partners frowned.}\n  - {key: "73B", text: They also winked.}\n',
    )
    small_shelf.write(
        "duplicate-2017/law-73.yaml",
        'law: "73"\ntitle: Communication\namended: 2024-01-01\nprovisions:\n'
        '  - {key: "73A", text: They do not frown.}\n  - {key: "73C", text: They may nod.}\n',
    )
    shelf.load(small_shelf.folder)
    return small_shelf


def test_a_node_of_another_time_leaves_no_gap(client: Client, amended: Digest) -> None:
    now, then = page(client, f"{BASE}/73/"), page(client, f"{BASE}/73/?on=2020-01-01")
    assert ("73B" in now, "73C" in now) == (False, True)
    assert ("73B" in then, "73C" in then) == (True, False)
    assert "not in the library" not in now + then


def test_its_own_page_says_when_it_stood(client: Client, amended: Digest) -> None:
    assert "Was here until 31 December 2023." in page(client, f"{BASE}/73B/")
    assert "Is here from 1 January 2024." in page(client, f"{BASE}/73C/?on=2020-01-01")
    assert "Was here until 31 December 2023." in page(client, f"{BASE}/73B/preview/")
    assert "They also winked." in page(client, f"{BASE}/73B/?on=2020-01-01")
    assert "73C" not in page(client, f"{BASE}/73A/?on=2020-01-01"), "nor does it stand beside another"


# --- who cites --------------------------------------------------------------------------------------------------------


def test_every_kind_of_text_that_cites_is_named(client: Client, remarks: Remarks) -> None:
    remarks({"id": "far", "on": ["73A"], "title": "From afar", "text": "See 27A."})
    cited = references.made_to(SLUG, {"27A"}, TODAY)
    assert [one.key for one in cited.provisions] == ["27B1"]
    assert [(one.term, one.slug) for one in cited.terms] == [("Bid", "bid")]
    assert [(one.code, one.law) for one in cited.remarks] == [("far", "73")]
    cited = references.made_to(SLUG, {"27B1(a)"}, TODAY)
    assert [(one.key, one.mark) for one in cited.footnotes] == [("27A", "7")]
    html = page(client, f"{BASE}/27A/").split('id="cited-by"')[1]
    assert f'href="{BASE}/definitions/#bid"' in html
    assert f'href="{BASE}/73/#far"' in html


def test_a_law_lists_those_outside_it_by_law(client: Client, remarks: Remarks) -> None:
    remarks({"id": "far", "on": ["73A"], "text": "See Law 27."}, {"id": "near", "on": ["27B"], "text": "See 27A."})
    html = page(client, LAW).split('id="cited-by"')[1]
    assert "1 provision" in html
    assert '<dt>Law 73</dt><dd><a class="cite"' in html
    assert "1 remark" in html
    assert "near" not in html, "what hangs on the law stands on its page"
    assert 'id="cited-by"' in page(client, f"{BASE}/73/")


def test_who_cited_it_depends_on_the_date(client: Client, small_shelf: Digest) -> None:
    assert [one.key for one in references.made_to(SLUG, {"27B1(a)"}, TODAY).provisions] == ["73A"]
    assert not references.made_to(SLUG, {"27B1(a)"}, datetime.date(2020, 1, 1)).provisions


# --- flow charts ------------------------------------------------------------------------------------------------------


def test_a_flow_chart_is_shown_as_the_words_it_is(client: Client, small_shelf: Digest) -> None:
    source = SourceDocument.objects.create(title="Charts")
    chart = FlowChart.objects.create(edition=Edition.objects.get(slug=SLUG), title="Too low")
    chart.laws.add(Law.objects.get(number="27"))
    FlowChartVersion.objects.create(
        chart=chart, kind=TextKind.OFFICIAL, text="Accepted?\nYes\nNo <b>", effective=FOR_EVER, source=source,
        first_line=4, last_line=9,
    )  # fmt: skip
    html = page(client, LAW)
    assert "Flow chart: Too low" in html
    assert "words of a flow chart as plain text" in html
    assert "From: Charts, lines 4–9." in text(html)
    assert "No &lt;b&gt;" in html
    assert "Flow chart: Too low" not in page(client, f"{BASE}/73/")


# --- queries ----------------------------------------------------------------------------------------------------------


def queries(client: Client, address: str) -> int:
    """How many queries a page costs."""
    with CaptureQueriesContext(connection) as asked:
        page(client, address)
    return len(asked)


def test_a_page_costs_the_same_however_much_commentary_hangs_on_it(client: Client, remarks: Remarks) -> None:
    addresses = (
        LAW,
        f"{BASE}/27A/",
        f"{BASE}/27B1(a)/",
        f"{BASE}/definitions/",
        f"{LAW}print/?show=note",
        f"{BASE}/print/?show=note",
    )
    page(client, LAW)  # the provisions that have a page are kept for a minute
    few = [queries(client, address) for address in addresses]
    kinds = ("note", "example", "rationale", "change", "caution")
    hung = {"on": ["27A", "27B1(a)", "73A"], "terms": ["Bid"], "text": "See 27B1, 73A and Law 27."}
    remarks(*({"id": f"n{number}", "kind": kinds[number % 5], **hung} for number in range(60)))
    assert page(client, LAW).count('<section class="note') > 60
    assert [queries(client, address) for address in addresses] == few
    assert max(few) <= 13


def test_every_law_and_many_provisions_have_their_page(client: Client, real_shelf: None) -> None:
    """Every law of the edition that most people read; of the others some, which hold nothing of another kind."""
    rows = Provision.objects.select_related("edition").order_by("edition", "order")
    laws = [row.get_absolute_url() for row in rows if row.parent_id is None]
    ours = [address for address in laws if address.startswith(f"{BASE}/")]
    elsewhere = [address for address in laws if address not in ours]
    others = [row.get_absolute_url() for row in rows if row.parent_id is not None]
    assert len(ours) > 90
    assert len(elsewhere) > 100
    assert len(others) > 700
    asked = (*ours, *elsewhere[::10], *others[::40])
    assert [address for address in asked if client.get(address).status_code != 200] == []
    for address, at_most in ((LAW, 13), (f"{BASE}/31/", 13), (f"{BASE}/27B1(a)/", 11), (f"{BASE}/16B/", 11)):
        assert queries(client, address) <= at_most, address
    assert queries(client, f"{BASE}/27B1(a)/preview/") == 2
    found = library.texts(SLUG, ["27B1(a)", "31", "25", "99Z"], TODAY)
    assert sorted(found) == ["25", "27B1(a)", "31"]
    assert (found["25"].heading, found["25"].text) == (found["25"].law_title, "")
