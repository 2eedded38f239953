"""What two contents say, part by part, for people to compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from exams.bank import notation
from exams.bank.kinds import Content, kind_of
from exams.bank.kinds.written import PARTS
from exams.bank.models import Level, QuestionVersion
from laws import keys


@dataclass(frozen=True)
class Difference:
    """A part of two contents that is not the same: its heading, and the words of both."""

    heading: str
    old: str
    new: str


# What the engine says: a version in which any of it differs from what was generated was changed by hand.
RULING = ("key", "ruling", "rubric", "explanation")


def told(content: Content) -> dict[str, str]:
    """All that a content says in plain words, by heading; parts that it has not are left out."""
    explanation = content["explanation"]
    diagrams = notation.write(content["diagrams"])
    parts = {
        _("What happened"): "\n\n".join(content["stem"]),
        _("The ruling given"): content.get("ruling", ""),
        _("What is asked"): content["question"],
        _("Board"): " · ".join(filter(None, [str(diagrams.board or ""), diagrams.dealer, diagrams.vulnerability])),
        _("Hands"): _lines(diagrams.hands),
        _("Auction"): _lines(diagrams.auction),
        _("Play"): _lines(diagrams.play),
        _("Options"): "\n\n".join(f"{one['id'].upper()}. {one['text']} – {one['why']}" for one in content["options"]),
        _("What is right"): _right(content),
        _("What earns marks"): "\n\n".join(
            f"{PARTS[item['part']]}: {item['text']} ({item['provision']}, {item['marks']})"
            for item in content.get("rubric", [])
        ),
        _("The reason"): _reason(explanation),
        _("What the Director says"): explanation["say"],
        _("The Director’s steps"): "\n\n".join(
            f"{step['question']} {step['answer'] or '–'} ({step['provision']}){'' if step['taken'] else _(', not needed')}"
            for step in explanation["steps"]
        ),
        _("What follows"): "\n\n".join(
            f"{one['text']} ({one['provision']}){'' if one.get('main', True) else _(', goes with the ruling')}"
            for one in explanation["outcomes"]
        ),
        _("Provisions cited"): ", ".join(explanation["cites"]),
        _("Level"): str(Level(content["level"]).label),
        _("Topic"): content["topic"].replace("-", " "),
        _("Laws"): content["edition"],
    }
    return {heading: words for heading, words in parts.items() if words}


def differences(old: Content, new: Content) -> list[Difference]:
    """The parts that are not the same in both, in the order of the page."""
    before, after = told(old), told(new)
    headings = dict.fromkeys([*before, *after])
    return [
        Difference(heading, before.get(heading, ""), after.get(heading, ""))
        for heading in headings
        if before.get(heading, "") != after.get(heading, "")
    ]


def differing(old: QuestionVersion, new: QuestionVersion) -> list[Difference]:
    """What differs between two versions: their contents, and how hard each is expected to be."""
    before, after = (str(version.get_difficulty_display()) for version in (old, new))
    expected = [Difference(_("Expected difficulty"), before, after)] if old.difficulty != new.difficulty else []
    return [*differences(old.content, new.content), *expected]


def same(one: Content, other: Content) -> bool:
    """Whether two contents say the same, however much of it they say by leaving it out."""
    return _complete(one) == _complete(other)


def same_table(one: Content, other: Content) -> bool:
    """Whether both show the same board, hands, auction and play."""
    return bool(_complete(one)["diagrams"] == _complete(other)["diagrams"])


def rules_otherwise(generated: Content, now: Content) -> bool:
    """Whether the key or a part of the ruling is not as the engine gave it."""
    before, after = _complete(generated), _complete(now)
    return any(before.get(part) != after.get(part) for part in RULING) or _options(generated) != _options(now)


def changed_by_hand(version: QuestionVersion) -> str:
    """What of a generated question is not the engine's any more, in words for examiners; empty where nothing is.

    It is asked of later versions alone. Another table says most: then nothing the engine said is about it.
    """
    if version.based_on_id is None:
        return ""
    first = (
        QuestionVersion.objects.filter(question=version.question_id)
        .order_by("number")
        .values_list("content", flat=True)
    )
    generated, now = first[0], version.content
    if "generator" not in generated:
        return ""
    if not same_table(generated, now):
        return _(
            "Changed by hand: the hands, auction or play are not the ones the rules engine ruled on. Check the "
            "key and the ruling against them."
        )
    if rules_otherwise(generated, now):
        return _("Changed by hand: the key or the ruling differs from the rules engine’s.")
    if generated["stem"] != now["stem"]:
        return _("What happened was reworded by hand. Check that the ruling still fits.")
    return ""


def _complete(content: Content) -> dict[str, Any]:
    """The content with what is read with a default written out."""
    explanation, diagrams = content["explanation"], content["diagrams"]
    outcomes = [{"main": True, **outcome} for outcome in explanation["outcomes"]]
    auction = {"auction": {"notes": [], **diagrams["auction"]}} if "auction" in diagrams else {}
    return {**content, "explanation": {**explanation, "outcomes": outcomes}, "diagrams": {**diagrams, **auction}}


def _reason(explanation: Mapping[str, Any]) -> str:
    told = explanation.get("reason")
    return f"{told['text']} ({', '.join(told['provisions'])})" if told else ""


def _lines(text: str) -> str:
    """The text with each line as a paragraph, since a comparison of words keeps no other breaks."""
    return "\n\n".join(text.splitlines())


def _options(content: Content) -> list[str]:
    return [option["text"] for option in content["options"]]


def _right(content: Content) -> str:
    lines = kind_of(content).right_lines(content)
    return "\n".join(keys.name(line.provision) if line.provision else f"{line.letter}. {line.text}" for line in lines)
