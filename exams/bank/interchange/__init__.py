"""Questions to and from other systems: QTI 3.0 packages and Moodle XML.

item.py         what a question is in every format, with the tags beside it; a row of a file, and what can be wrong with it
tables.py       hands, auction and play as tables that a screen reader can read
markup.py       the words of an item as XHTML, and XHTML of anybody as words
xml.py          building XML, and reading it from files that anybody may have made
qti/, moodle/   one package a format: `writer` makes it from items, `reader` makes items of it; qti/package.py is the zip
archive.py      the files of an uploaded package, within bounds
uploads.py      which format a file has, and every item in it; a file is kept between the look and the word
conventions.py  stem and question, rubric and provisions in words
contents.py     an item as a content of the bank, with defaults; whether the rules engine stands by what a file says it said
imports.py      what an upload would bring, and storing it as drafts
exports.py      versions as a file, noted in the audit log
forms.py, views.py, urls.py    the pages

**What goes out.** Every item carries its words, options, key, reasons, rubric and diagrams in the standard's own
elements, so that any system can use it. Our whole content goes along for ourselves: in QTI as a JSON file of the package
that the item's resource names as a dependency, in Moodle XML as an element `rectify` of the question, which Moodle passes
over. Level, topic, edition, kind, provisions and the number of the version stand in the metadata of the manifest, in Moodle
as tags; diagrams stand in an attribute `data-rectify-diagram` of their table. So a question that went through another
system, which drops what it does not know, comes back with all that matters but the steps and the engine's receipt.

**What comes in.** Where our content is there and still says what the item says, it is taken as it is. Where somebody has
changed the item since, the item counts, and the content only fills in what no format says. Of several versions of a question
the latest counts; what the bank has in no version of its own is told with what differs, and left for an examiner to change.

**What this was checked against.** Moodle XML: `moodle-xml-parser` reads our choice questions in the tests; the other kinds
follow Moodle's own import (question/format/xml/format.php and the ordering type's fixtures), which was read, not run.
QTI 3.0: no schema file may be shipped (1EdTech keeps all rights), so the tests hold the order of elements and attributes
that the schema demands as we read it; with QTI_PLAYER set to the file of `qti3-item-player` (MIT, npm) the suite also
loads every kind into that player in a browser, answers it and compares the score.
"""
