"""How a difference is marked up."""

from __future__ import annotations

import re

from django.template import Context, Template


def rendered(old: str, new: str) -> str:
    template = Template("{% load law_words %}{% word_diff old new %}")
    return template.render(Context({"old": old, "new": new}))


def heard(html: str) -> str:
    """What a screen reader says: the text without elements, one blank between words."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_what_changed_is_marked_up_and_said() -> None:
    html = rendered("He must pass once.", "He must pass throughout.")
    assert (html.count("<del>"), html.count("</del>"), html.count("<ins>"), html.count("</ins>")) == (1, 1, 1, 1)
    assert heard(html) == "He must pass [removed: once end of removed] [added: throughout end of added] ."


def test_equal_texts_have_no_marks() -> None:
    assert rendered("He must pass.", "He must pass.") == "He must pass."


def test_texts_are_escaped() -> None:
    html = rendered("<b>&", "<script>x</script>")
    assert "<script>" not in html
    assert "<b>" not in html
    assert "&lt;" in html


def test_the_blank_before_an_addition_is_not_marked() -> None:
    assert "passes. <ins>" in rendered("He passes.", "He passes. She bids.")


def test_suits_are_spoken() -> None:
    assert "diamonds" in heard(rendered("3♣", "3♦"))


def test_a_new_paragraph_can_be_seen() -> None:
    assert "¶<br><br>" in rendered("One. Two.", "One.\n\nTwo.")
    assert "¶" not in rendered("One.\n\nTwo.", "One.\n\nThree.")
