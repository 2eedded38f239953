"""Every word on screen can be translated: no template has bare words, and no form, message or refusal a bare string."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from tests.walking import walks

BASE: Path = settings.BASE_DIR
ROOMS = ("accounts", "config", "exams", "laws")
TEMPLATES = sorted(path for room in ROOMS for path in (BASE / room).rglob("templates/**/*.html"))
# What the command line and the engine say is not put on a page by these rooms' forms and views.
PYTHON = sorted(
    path
    for room in ROOMS
    for path in (BASE / room).rglob("*.py")
    if not {"migrations", "management", "rulings", "scenarios", "sources"} & set(path.parts)
)

NAME = "Rectify"
COMMENT = re.compile(r"{%\s*comment\s*%}.*?{%\s*endcomment\s*%}|{#.*?#}", re.DOTALL)
TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
READ_ALOUD = re.compile(r'\b(?:alt|aria-label|aria-description|placeholder|title)="([^"]*)"')
# What people type in every language as it stands, such as the notation of an auction.
UNTRANSLATED = re.compile(r'<(\w+)[^>]*\stranslate="no"[^>]*>.*?</\1>', re.DOTALL)
MARKUP = re.compile(r"<(style|script|svg)\b.*?</\1>|<!doctype[^>]*>|<[^>]*>|&\w+;", re.DOTALL | re.IGNORECASE)
# Shown as they are in every language: an example of a code, and what is typed at a command line.
SAME_EVERYWHERE = {"7K3QX-0M2VB-9ZTRD-4H8NC"}

SHOWN = {"label", "help_text", "empty_label", "legend"}
SAYING = {"success", "error", "info", "warning"}


def bare_words(template: str) -> list[str]:
    """The words of a template that no translator will ever see."""
    text = COMMENT.sub("", template)
    # Only blocks span other text; the short form is a tag like any other.
    text = re.sub(r"{%\s*blocktrans(late)?\b.*?{%\s*endblocktrans(late)?\s*%}", "", text, flags=re.DOTALL)
    text = UNTRANSLATED.sub("", TAG.sub("", text))
    found = [*READ_ALOUD.findall(text), MARKUP.sub("\n", text)]
    lines = (line.strip() for piece in found for line in piece.splitlines())
    return [
        line for line in lines if re.search(r"[^\W\d_]{2,}", line.replace(NAME, "")) and line not in SAME_EVERYWHERE
    ]


def bare_strings(source: str) -> Iterator[str]:
    """What a form or a message would say in English whatever the reader's language."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        for keyword in node.keywords:
            if keyword.arg in SHOWN and _says(keyword.value):
                yield ast.unparse(keyword.value)
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        from_messages = isinstance(called, ast.Attribute) and ast.unparse(called.value) == "messages"
        spoken = (
            node.args[1:2] if from_messages and name in SAYING else node.args[:1] if name == "ValidationError" else []
        )
        yield from (ast.unparse(argument) for argument in spoken if _says(argument))


def _says(value: ast.expr) -> bool:
    plain = isinstance(value, ast.Constant) and isinstance(value.value, str) and bool(value.value)
    return plain or isinstance(value, ast.JoinedStr)


@walks("path", TEMPLATES, ids=lambda path: path.relative_to(BASE))
def test_a_template_has_no_bare_words(path: Path) -> None:
    assert bare_words(path.read_text(encoding="utf-8")) == []


@walks("path", PYTHON, ids=lambda path: path.relative_to(BASE))
def test_forms_and_messages_have_no_bare_words(path: Path) -> None:
    assert list(bare_strings(path.read_text(encoding="utf-8"))) == []


def test_it_would_be_seen() -> None:
    assert bare_words('<p title="Not yet">{% translate "yes" %} and <b>{{ name }}</b></p>') == ["Not yet", "and"]
    assert bare_words("{# a note #}{% blocktranslate %}Law {{ n }}{% endblocktranslate %} · 4<br>Rectify") == []
    assert list(bare_strings('F(label="Name"); messages.error(request, f"{a} failed"); ValidationError(_("x"))')) == [
        "'Name'",
        "f'{a} failed'",
    ]
