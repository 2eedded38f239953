"""Everything people read is in plain words: a phrase of `voice.yaml` fails with its file, its line and what to say instead."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from django.conf import settings

BASE: Path = settings.BASE_DIR
ROOMS = ("accounts", "config", "docs", "exams", "fixtures", "laws")
# What readers of the law's own books are told apart by, and what earlier versions of a table were called.
UNREAD = {"migrations", "sources"}

COMMENTS = {
    ".html": re.compile(r"{%\s*comment\s*%}.*?{%\s*endcomment\s*%}|{#.*?#}", re.DOTALL),
    # With the comments go the ids: a permanent name in addresses is not a sentence.
    ".yaml": re.compile(r"(?m)(?:^|(?<=\s))#.*$|^\s*- id: .*$"),
    ".md": re.compile(r"(?ms)^```.*?^```|`[^`\n]*`"),
    ".js": re.compile(r"(?m)^\s*(?://|\*|/\*).*$"),
    ".typ": re.compile(r"(?m)^\s*//.*$"),
    ".txt": re.compile(r"{#.*?#}"),
}


@dataclass(frozen=True)
class Phrase:
    """Words to keep out, what to say instead, and what is spared."""

    words: re.Pattern[str]
    say: str
    sparing: re.Pattern[str] | None
    anchor: str
    """A part of the words without which they are not in a text; empty where there is none."""

    def found_in(self, text: str) -> Iterator[int]:
        for hit in self.words.finditer(text):
            spared = self.sparing.finditer(text) if self.sparing else ()
            if not any(one.start() <= hit.start() and hit.end() <= one.end() for one in spared):
                yield hit.start()


def _phrase(entry: dict[str, str]) -> Phrase:
    words = re.escape(entry["phrase"]) if "phrase" in entry else entry["pattern"]
    bounded = rf"(?<!\w)(?:{words})(?!\w)" if "phrase" in entry else words
    sparing = entry.get("sparing")
    return Phrase(
        _any_blanks(bounded),
        entry["say"],
        _any_blanks(sparing) if sparing else None,
        entry.get("having", max(entry.get("phrase", "").lower().split(), key=len, default="")),
    )


def _any_blanks(pattern: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"(?:\\ | )", r"\\s+", pattern), re.IGNORECASE)


LISTED = yaml.safe_load((Path(__file__).parent / "voice.yaml").read_text(encoding="utf-8"))
PHRASES = [_phrase(entry) for entry in LISTED["phrases"]]


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """What people read of a file, each text with the line it begins at."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        # Reading syntax is slow, and most files have none of the words at all.
        if _may_have_any(source):
            yield from _strings(source)
        return
    yield 1, COMMENTS[path.suffix].sub(lambda comment: "\n" * comment[0].count("\n"), source)


def _may_have_any(source: str) -> bool:
    lowered = source.lower()
    return any(phrase.anchor in lowered if phrase.anchor else phrase.words.search(source) for phrase in PHRASES)


def _strings(source: str) -> Iterator[tuple[int, str]]:
    """The strings of a program, but for docstrings, which those who change it read."""
    tree = ast.parse(source)
    unread = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            unread.update(id(part) for part in node.values if isinstance(part, ast.Constant))
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values),
            )
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and " " in node.value
            and id(node) not in unread
        ):
            yield node.lineno, node.value


def faults(path: Path) -> Iterator[str]:
    for line, text in texts(path):
        lowered = text.lower()
        for phrase in PHRASES:
            if phrase.anchor in lowered:
                for start in phrase.found_in(text):
                    at = line + text.count("\n", 0, start)
                    words = " ".join(text[start : start + 60].split())
                    yield f"{path.relative_to(BASE)}:{at}: “{words} …” Say: {phrase.say}"


def read_by_people() -> Iterator[Path]:
    """Every file with words for people: pages, letters, messages, words files, commentary, documents."""
    yield BASE / "README.md"
    for room in ROOMS:
        for path in sorted((BASE / room).rglob("*")):
            if path.suffix in {".py", *COMMENTS} and not UNREAD & set(path.parts):
                yield path


def test_nothing_people_read_has_a_phrase_that_nobody_says() -> None:
    found = [fault for path in read_by_people() for fault in faults(path)]
    assert not found, f"{len(found)} to reword\n" + "\n".join(found)


def test_it_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "BASE", tmp_path)
    page, code, remark = tmp_path / "page.html", tmp_path / "code.py", tmp_path / "remark.yaml"
    page.write_text("{# put this away #}\n<p>Yes</p>\n<button>Put\n this away</button>\n", encoding="utf-8")
    code.write_text(
        '"""He is silent."""\nSAID = _("The law is silent, and "\n          "he bids on.")\n', encoding="utf-8"
    )
    remark.write_text("- id: partner-is-silenced\n  title: Partner is silenced  # he is\n", encoding="utf-8")
    assert [fault.partition(" Say")[0] for path in (page, code, remark) for fault in faults(path)] == [
        "page.html:3: “Put this away</button> …”",
        "code.py:2: “he bids on. …”",
        "remark.yaml:2: “silenced …”",
    ]
