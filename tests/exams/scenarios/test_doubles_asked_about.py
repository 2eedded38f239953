"""Law 19: the double or redouble that the question points at is the one that is ruled on."""

from __future__ import annotations

from exams.scenarios import generating


def test_no_double_follows_the_one_that_is_asked_about() -> None:
    superseded = 0
    for seed in range(4):
        for question in generating.generate("19", count=8, seed=seed, kind="best_ruling"):
            calls = question["diagrams"]["auction"]["calls"]
            noted = next(place for place, one in enumerate(calls) if "note" in one)
            assert calls[noted]["call"] in ("X", "XX")
            after = [one["call"] for one in calls[noted + 1 :]]
            assert not {"X", "XX"} & {*after}, question["stem"]
            bid = any(call != "P" for call in after)
            if after:
                told = next(one["text"] for one in question["options"] if one["id"] == question["key"])
                assert ("does not count" in told) is bid
            superseded += bid
    assert superseded
