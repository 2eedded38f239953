"""The files of the books that the engine reads when it is imported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from laws.rulings.books import FOLDER, BadBook, book, written_from

DAY, DIGEST = "2017-08-01", "0" * 64


def written(folder: Path, kind: str, data: object) -> Path:
    """The folder with one such file in it."""
    path = folder / kind / "some.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return folder


def test_every_file_of_the_engine_is_read() -> None:
    for path in (FOLDER / "editions").glob("*.json"):
        assert book(path.stem).keys
    assert set(written_from()) == {"duplicate-2017", "rubber-2014"}


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({"about": "", "laws": {"27": "Bid"}}, "some.json: expected about, keys, laws"),
        ({"about": "", "laws": {"27": "Bid"}, "keys": ["27-1"]}, "some.json: '27-1' is not a provision"),
        ({"about": "", "laws": {"27": "Bid"}, "keys": ["27A", "27A"]}, "some.json: 27A stands there twice"),
        ({"about": "", "laws": {"27": ""}, "keys": ["27A"]}, "some.json: Law 27 has no title"),
        ({"about": "", "laws": [], "keys": ["27A"]}, "some.json: `keys` is no list or `laws` no table"),
        ('{"about": "", "laws": {"27": "a", "27": "b"}, "keys": []}', "some.json: 27 stands there twice"),
        ("{", "some.json: Expecting"),
    ],
    ids=["incomplete", "no provision", "twice", "no title", "no table", "a law twice", "no JSON"],
)
def test_a_bad_list_of_provisions_stops_the_import(tmp_path: Path, data: object, fault: str) -> None:
    with pytest.raises(BadBook) as told:
        book("some", written(tmp_path, "editions", data))
    assert str(told.value).startswith(fault)


@pytest.mark.parametrize(
    ("wordings", "fault"),
    [
        ({"27-1": {DAY: DIGEST}}, "some.json: '27-1' is no text"),
        ({"27A": {"yesterday": DIGEST}}, "some.json: 27A has 'yesterday'"),
        ({"27A note 1": {DAY: "0"}}, "some.json: 27A note 1 has"),
    ],
    ids=["no text", "no day", "no digest"],
)
def test_bad_wordings_stop_the_import(tmp_path: Path, wordings: object, fault: str) -> None:
    with pytest.raises(BadBook) as told:
        written_from(written(tmp_path, "wordings", {"about": "", "wordings": wordings}))
    assert str(told.value).startswith(fault)
