"""Files that are broken, hostile or not of our formats are refused with the reason."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exams.bank.exports import MOST
from exams.bank.interchange import archive, uploads
from exams.bank.interchange.item import BrokenUpload, item_of
from exams.bank.interchange.moodle.writer import quiz_xml
from exams.bank.interchange.qti.package import package
from exams.bank.interchange.uploads import items_in
from tests.exams.bank.interchange.conftest import by_hand, generated

ENTITY = '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><quiz>&b;</quiz>'
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>'
ITEM = "http://www.imsglobal.org/xsd/imsqtiasi_v3p0"


def zipped(**files: str | bytes) -> bytes:
    """A zip; `__` in a name is a slash, and `_dot_` a dot."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in files.items():
            new.writestr(name.replace("__", "/").replace("_dot_", "."), data)
    return made.getvalue()


def manifest(*hrefs: str, type_: str = "imsqti_item_xmlv3p0") -> str:
    resources = "".join(f'<resource identifier="r{n}" type="{type_}" href="{h}"/>' for n, h in enumerate(hrefs))
    space = "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1"
    return f'<manifest xmlns="{space}" identifier="m"><resources>{resources}</resources></manifest>'


def repacked(edit: Callable[[str, bytes], bytes | None]) -> bytes:
    """A package of ours with its files changed; None leaves one out."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package([item_of(by_hand("best_ruling"))]))) as old,
        zipfile.ZipFile(made, "w") as new,
    ):
        for name in old.namelist():
            if (data := edit(name, old.read(name))) is not None:
                new.writestr(name, data)
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no XML"),
        (b"%PDF-1.7", "Send a QTI 3.0 package"),
        (b"PK\x03\x04 and no more", "zip file cannot be read"),
        (b"<html/>", "begins with <html>"),
        (b"<quiz>", "no XML"),
        (b"<quiz/>", "holds no question"),
        (ENTITY.encode(), "declares a document type"),
        (OUTSIDE.encode(), "declares a document type"),
        (ENTITY.encode("utf-16"), "declares a document type"),
        (b"<quiz>" + b"<a>" * 5000 + b"</a>" * 5000 + b"</quiz>", "deep"),
        (b'<?xml version="1.0" encoding="no-such"?><quiz/>', "no XML"),
        (zipped(readme="hello"), "no imsmanifest.xml"),
        (zipped(imsmanifest_dot_xml="<manifest/>"), "is not QTI 3.0"),
        (zipped(imsmanifest_dot_xml=OUTSIDE), "declares a document type"),
        (zipped(imsmanifest_dot_xml=manifest()), "lists no item"),
        (zipped(imsmanifest_dot_xml=manifest("a.xml", type_="imsqti_item_xmlv2p1")), "QTI 2 package"),
        (zipped(**{"..__..__etc__passwd": "x", "imsmanifest_dot_xml": manifest("a.xml")}), "outside itself"),
        (zipped(__etc__passwd="x", imsmanifest_dot_xml=manifest("a.xml")), "outside itself"),
        (zipped(**{"C:\\evil": "x", "imsmanifest_dot_xml": manifest("a.xml")}), "outside itself"),
        (zipped(imsmanifest_dot_xml=b" " * (archive.LARGEST_FILE + 1)), "larger than 8 MiB"),
        (b"<quiz>" + b" " * uploads.LARGEST + b"</quiz>", "larger than 25 MiB"),
    ],
)
def test_what_cannot_be_read_is_refused_as_a_whole(data: bytes, said: str) -> None:
    with pytest.raises(BrokenUpload, match=said):
        items_in(data, "file")


def test_as_many_questions_as_go_out_in_one_file_come_in_again() -> None:
    items = [item_of(one) for one in generated()]
    times = MOST / len(items)
    with zipfile.ZipFile(io.BytesIO(packed := package(items))) as files:
        assert files.getinfo("imsmanifest.xml").file_size * times < archive.LARGEST_FILE
        assert sum(one.file_size for one in files.infolist()) * times < archive.LARGEST
        assert len(files.infolist()) * times < archive.MOST_FILES
    assert max(len(packed), len(quiz_xml(items))) * times < uploads.LARGEST
    assert MOST <= uploads.MOST


def test_a_bomb_of_many_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "LARGEST", 3 * 1024 * 1024)
    big = b"<a>" + b" " * (1024 * 1024) + b"</a>"
    names = [f"i{number}.xml" for number in range(5)]
    files = {name.replace(".", "_dot_"): big for name in names}
    with pytest.raises(BrokenUpload, match="together"):
        items_in(zipped(imsmanifest_dot_xml=manifest(*names), **files), "file")


def test_too_many_files_and_too_many_questions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_FILES", 2)
    with pytest.raises(BrokenUpload, match="more than 2 files"):
        items_in(package([item_of(by_hand("written"))]), "file")
    monkeypatch.setattr(uploads, "MOST", 1)
    with pytest.raises(BrokenUpload, match="more than 1 questions"):
        items_in(quiz_xml([item_of(one) for one in generated()[:2]]), "file")


def test_a_size_that_a_zip_says_of_itself_is_not_believed() -> None:
    packed = zipped(imsmanifest_dot_xml=b"<manifest>" + b" " * (archive.LARGEST_FILE + 9))
    true_size = (archive.LARGEST_FILE + 19).to_bytes(4, "little")
    assert true_size in packed
    lying = packed.replace(true_size, (100).to_bytes(4, "little"))
    with pytest.raises(BrokenUpload):
        items_in(lying, "file")


def test_an_encrypted_or_damaged_file_is_refused() -> None:
    packed = bytearray(repacked(lambda _name, data: data))
    for place in range(len(packed)):
        if bytes(packed[place : place + 4]) in (b"PK\x03\x04", b"PK\x01\x02"):
            packed[place + (6 if packed[place + 2] == 3 else 8)] |= 1
    with pytest.raises(BrokenUpload, match="cannot be unpacked"):
        items_in(bytes(packed), "file")
    damaged = bytearray(package([item_of(one) for one in generated()[:3]]))
    damaged[60:90] = bytes(30)
    with pytest.raises(BrokenUpload):
        items_in(bytes(damaged), "file")


@pytest.mark.parametrize("packed_as", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_damaged_file_is_refused_however_it_is_packed(packed_as: int) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", packed_as) as new:
        new.writestr("imsmanifest.xml", manifest("a.xml") * 20)
    packed = bytearray(made.getvalue())
    packed[60:110] = b"\xff" * 50
    with pytest.raises(BrokenUpload, match="cannot be unpacked"):
        items_in(bytes(packed), "file")


def test_a_file_whose_place_lies_behind_the_end_is_refused() -> None:
    packed = bytearray(zipped(imsmanifest_dot_xml=manifest("a.xml")))
    entry = packed.index(b"PK\x01\x02")
    packed[entry + 42 : entry + 46] = (len(packed) - 4).to_bytes(4, "little")
    with pytest.raises(BrokenUpload, match="cannot be unpacked"):
        items_in(bytes(packed), "file")


def test_the_same_name_twice_is_refused() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as new, pytest.warns(UserWarning, match="Duplicate name"):
        for _twice in range(2):
            new.writestr("imsmanifest.xml", manifest("a.xml"))
    with pytest.raises(BrokenUpload, match="twice"):
        items_in(made.getvalue(), "file")


@pytest.mark.parametrize(
    ("xml", "said"),
    [
        (None, "it is not in the package"),
        ("<qti-assessment-item", "no XML"),
        ('<!DOCTYPE x [<!ENTITY e "e">]><x>&e;</x>', "document type"),
        ("<x/>", "found x"),
        ('<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1"/>', "earlier version"),
        ("<qti-assessment-item/>", "not in the namespace"),
        (f'<qti-assessment-item xmlns="{ITEM}"/>', "no qti-item-body"),
        (
            f'<qti-assessment-item xmlns="{ITEM}"><qti-item-body><qti-hotspot-interaction/></qti-item-body>'
            "</qti-assessment-item>",
            "qti-hotspot-interaction",
        ),
        (
            f'<qti-assessment-item xmlns="{ITEM}"><qti-item-body><p>Read.</p></qti-item-body></qti-assessment-item>',
            "0 interactions",
        ),
        (
            f'<qti-assessment-item xmlns="{ITEM}"><qti-item-body><qti-choice-interaction/></qti-item-body>'
            "</qti-assessment-item>",
            "does not declare",
        ),
    ],
)
def test_one_broken_item_is_refused_and_the_others_are_read(xml: str | None, said: str) -> None:
    good = package([item_of(by_hand("written"))])
    with zipfile.ZipFile(io.BytesIO(good)) as ours:
        item = ours.read("items/q0001.xml")
    files = {"items__good_dot_xml": item} | ({} if xml is None else {"items__bad_dot_xml": xml})
    data = zipped(imsmanifest_dot_xml=manifest("items/bad.xml", "items/good.xml"), **files)
    _format, [bad, fine] = items_in(data, "file")
    assert bad.file == "items/bad.xml"
    assert said in bad.fault
    assert fine.item is not None


def test_a_moodle_type_without_a_kind_of_ours_is_refused_by_name() -> None:
    text = quiz_xml([item_of(by_hand("best_ruling"))]).decode().replace("multichoice", "calculated")
    _format, [row] = items_in(text.encode(), "bank.xml")
    assert (row.file, row.item) == ("bank.xml, question 1", None)
    assert "calculated" in row.fault


@given(st.binary(max_size=400) | st.binary(max_size=300).map(lambda data: b"PK\x03\x04" + data))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(BrokenUpload):
        items_in(data, "file")


@given(data=st.data())
def test_a_package_of_ours_damaged_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    packed = bytearray(_PACKED)
    for _times in range(data.draw(st.integers(1, 5))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    try:
        _format, rows = items_in(bytes(packed), "file")
    except BrokenUpload:
        return
    assert all(row.item or row.fault for row in rows)


_PACKED = package([item_of(by_hand("best_ruling"))])
