"""The wordings that procedures were written from, and what rests on one that changes."""

from __future__ import annotations

from laws import keys
from laws.rulings.citing import ASIDE, cited_in, rests_on
from laws.rulings.readers import explore
from laws.rulings.wordings import WRITTEN_FROM, above, concerns, digest_of, is_known, resting_on
from tests.laws.digest_keys import keys_of


def test_every_provision_that_a_procedure_cites_is_recorded() -> None:
    for book, recorded in WRITTEN_FROM.items():
        cited = frozenset().union(*cited_in(book).values())
        assert not cited - recorded.keys(), book


def test_a_law_of_two_wordings_is_known_by_both() -> None:
    recorded = WRITTEN_FROM["duplicate-2017"]
    reworded = {key: days for key, days in recorded.items() if len(set(days.values())) == 2}
    assert {key[:2] for key in reworded} == {"73", "89"}
    for days in reworded.values():
        assert [*days] == ["2017-08-01", "2024-01-01"]
        before, since = days.values()
        assert is_known(before, "2017-08-01", days.items())
        assert is_known(since, "2024-01-01", days.items())
        assert not is_known(before, "2024-01-01", days.items())
        assert not is_known(before, "2027-07-01", days.items()), "what goes back to the former words is another law"


def test_how_lines_break_is_no_other_wording_but_a_table_is() -> None:
    assert digest_of("One call\nis made.") == digest_of(" One  call is made. ")
    assert digest_of("One call is made.") != digest_of("One call was made.")
    assert digest_of("See below.") != digest_of("See below.", [{"head": ["1"], "rows": []}])


def test_a_change_concerns_what_cites_it_and_what_it_leads_into() -> None:
    assert concerns("27B1", "27B1", ())
    assert concerns("27B", "27B1(a)", ()), "it leads into what is cited"
    assert concerns("27B1(a)", "27B", ()), "who cites the whole means its parts"
    assert not concerns("27B1(a)", "27B", ("27B", "27B2")), "who cites a part besides means that part"
    assert not concerns("27B2", "27B1", ())
    assert not concerns("2", "27A", ())


def test_the_steps_of_a_ruling_that_a_change_concerns_are_found() -> None:
    assert resting_on(["27A1"], ["27A", "27A1", "27B"]) == {"27A1": "27A1"}
    assert resting_on(["30"], ["27A", "27B"]) == {}


def test_the_standard_of_a_judgement_is_cited_too() -> None:
    paths = explore("16B")
    judged = {step.fact.judgement.law for path in paths for step in path.asked if step.fact.judgement}
    assert judged
    assert judged <= frozenset().union(*map(rests_on, paths))


def test_what_is_cited_aside_belongs_to_no_procedure_alone() -> None:
    citing = cited_in("duplicate-2017")
    assert citing[ASIDE]
    assert "27B1(b)" in citing["27"]


def test_what_a_provision_stands_under_is_as_the_library_has_it() -> None:
    """The engine imports nothing of the library, so it reads keys on its own."""
    for edition in ("duplicate-2017", "rubber-2014"):
        for key in keys_of(edition):
            assert above(key) == frozenset(map(str, keys.parse(key).ancestors)), key
