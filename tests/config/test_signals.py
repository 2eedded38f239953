"""Each signal with which one room tells or asks another has somebody who hears it, as soon as the site stands."""

from __future__ import annotations

import pytest
from django.dispatch import Signal

from exams.bank import signals as bank
from exams.marking import signals as marking
from exams.papers import signals as papers
from exams.sittings import signals as sittings
from laws import signals as laws

SIGNALS = {
    f"{module.__name__}.{name}": signal
    for module in (laws, bank, papers, sittings, marking)
    for name, signal in vars(module).items()
    if isinstance(signal, Signal)
}


@pytest.mark.parametrize("name", SIGNALS)
def test_each_signal_is_heard(name: str) -> None:
    assert SIGNALS[name].has_listeners()


def test_one_alone_says_what_was_laid_down_about_an_attempt() -> None:
    assert len(marking.adjustments_asked.receivers) == 1
