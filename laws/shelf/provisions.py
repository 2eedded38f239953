"""The laws of an edition: parts, laws, provisions and their wordings, amendments, footnotes."""

from __future__ import annotations

import datetime

from laws import keys
from laws.keys import DEEPEST, Key
from laws.models import Amendment, Edition, Footnote, FootnoteVersion, Law, Origin, Part, Provision, ProvisionVersion
from laws.models.provisions import BELOW
from laws.shelf import headings
from laws.shelf.revising import Changes, Wanted, revise
from laws.sources.digest import DigestEdition, DigestLaw, DigestProvision

# The amendment's id by the law it touched and the day on which it did.
_Amendments = dict[tuple[str, datetime.date | None], int]


def save(edition: Edition, entry: DigestEdition, changes: Changes) -> None:
    """Bring everything that the files say of an edition's laws onto the shelf."""
    nodes = _save_provisions(edition, entry, _save_laws(edition, entry))
    amendments = _save_amendments(edition, entry, nodes)
    texts = [
        Wanted(
            owner_id=nodes[str(node.key)].pk,
            text=node.text,
            starts=law.amended or entry.in_force,
            ends=law.until,
            more={
                "heading": node.heading,
                "headings": _headings(law, node),
                "tables": list(node.tables),
                "amended_by_id": amendments.get((law.number, law.amended)),
            },
        )
        for law in entry.laws
        for node in nodes_of(law)
    ]
    texts = headings.with_edited(edition, texts)
    revise(ProvisionVersion, "provision", among={"provision__edition": edition}, wanted=texts, changes=changes)
    _save_footnotes(edition, entry, nodes, changes)


def nodes_of(law: DigestLaw) -> tuple[DigestProvision, ...]:
    """The nodes of a law, itself first: its heading is the law's title, its text the preamble, where there is one."""
    top = keys.parse(law.number)
    preamble = next((node for node in law.provisions if node.key == top), None)
    whole = DigestProvision(top, law.title, preamble.text if preamble else "", preamble.tables if preamble else ())
    return (whole, *(node for node in law.provisions if node.key != top))


def _save_laws(edition: Edition, entry: DigestEdition) -> dict[str, Law]:
    """The laws by number, each in its part. Written only where they differ."""
    saved = {row.number: row for row in Law.objects.filter(edition=edition)}
    new: list[Law] = []
    for order, part in enumerate(entry.parts, start=1):
        row, _ = Part.objects.update_or_create(edition=edition, order=order, defaults={"title": part.title})
        for law in filter(lambda law: part.holds(law.number), entry.current_laws()):
            one = saved.setdefault(law.number, Law(edition=edition, number=law.number))
            shall_be = (row.pk, _place(keys.parse(law.number)))
            if (one.part_id, one.order) != shall_be:
                one.part_id, one.order = shall_be
                if one.pk:
                    one.save()
                else:
                    new.append(one)
    Law.objects.bulk_create(new)
    return saved


def _place(law: Key) -> int:
    """A whole law's place among the others: its order without the parts it does not have."""
    return int(law.order // 100 ** (DEEPEST - 1))


def _save_provisions(edition: Edition, entry: DigestEdition, laws: dict[str, Law]) -> dict[str, Provision]:
    """The provisions by key. Written only where they differ, depth by depth: a child needs its parent's id."""
    stored = {row.key: row for row in Provision.objects.filter(edition=edition)}
    nodes = {str(node.key): (law, node) for law in entry.laws for node in nodes_of(law)}
    saved: dict[str, Provision] = {}
    for depth in range(1, DEEPEST + 1):
        new: list[Provision] = []
        changed: list[Provision] = []
        for key, (law, node) in nodes.items():
            if node.key.depth != depth:
                continue
            row = stored.get(key) or Provision(edition=edition, key=key)
            shall_be = (laws[law.number].pk, saved[str(node.key.parent)].pk if depth > 1 else None, node.key.order)
            if (row.law_id, row.parent_id, row.order) != shall_be:
                row.law_id, row.parent_id, row.order = shall_be
                (changed if row.pk else new).append(row)
            saved[key] = row
        Provision.objects.bulk_create(new)
        Provision.objects.bulk_update(changed, ["law", "parent", "order"])
    return saved


def _save_amendments(edition: Edition, entry: DigestEdition, nodes: dict[str, Provision]) -> _Amendments:
    saved: _Amendments = {}
    for amendment in entry.amendments:
        row, _ = Amendment.objects.update_or_create(
            edition=edition, instrument=amendment.instrument, defaults={"in_force": amendment.in_force}
        )
        touched = {nodes[str(node.key)] for law in entry.laws if law.number in amendment.laws for node in nodes_of(law)}
        # An editor may have published more under the same instrument.
        row.provisions.set(
            touched | set(Provision.objects.filter(versions__amended_by=row, versions__origin=Origin.EDITED))
        )
        saved |= {(number, amendment.in_force): row.pk for number in amendment.laws}
    return saved


def _save_footnotes(edition: Edition, entry: DigestEdition, nodes: dict[str, Provision], changes: Changes) -> None:
    held = {(row.provision_id, row.mark): row for row in Footnote.objects.filter(provision__edition=edition)}
    wanted = []
    for law in entry.laws:
        for note in law.footnotes:
            at = (nodes[str(note.key)].pk, note.mark)
            row = held.get(at) or Footnote.objects.create(provision_id=at[0], mark=note.mark)
            held[at] = row
            wanted.append(Wanted(owner_id=row.pk, text=note.text, starts=law.amended or entry.in_force, ends=law.until))
    among = {"footnote__provision__edition": edition}
    revise(FootnoteVersion, "footnote", among=among, wanted=wanted, changes=changes)


def _headings(law: DigestLaw, node: DigestProvision) -> str:
    """The headings over a text and its own, the law's title first."""
    above = {str(key) for key in (*node.key.ancestors, node.key)}
    words = [one.heading for one in nodes_of(law) if str(one.key) in above and one.heading]
    return BELOW.join(words)
