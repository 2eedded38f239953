"""Who may mark what: asked of the rules, of the services and of every address."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from accounts.rules import may
from exams.marking.models import Script
from exams.marking.rules import ADJUDICATE, CHOOSE_MARKERS, MARK
from exams.marking.written import workload
from exams.marking.written.allocation import choose_markers, deal_waiting
from exams.marking.written.script_marks import adjudicate, give
from exams.sittings.models import Entry, Sitting
from exams.sittings.rules import NotPossible
from tests import factories
from tests.exams.marking.rooms import FULL, hand_in, only_script, points

OTHERS = [role for role in Role if role is not Role.EXAMINER]


def test_only_those_it_was_given_to_mark_a_script(
    script: Script, mary: User, mike: User, max_: User, erin: User, alice: User, charlie: User
) -> None:
    mere = [factories.person(f"Mere {role.label}", role) for role in OTHERS]
    people = [mary, mike, max_, erin, alice, charlie, *mere]
    assert {person.name for person in people if may(person, MARK, script)} == {mary.name, mike.name}
    assert {person.name for person in people if may(person, ADJUDICATE, script)} == {max_.name, erin.name}
    with pytest.raises(PermissionDenied):
        give(script=script, person=max_, points=FULL)
    with pytest.raises(PermissionDenied):
        adjudicate(script=script, person=mary, points=FULL)
    with pytest.raises(PermissionDenied):
        give(script=script, person=charlie, points=FULL)


def test_nobody_marks_a_sitting_he_has_entered(script: Script, alice: User, erin: User, mary: User) -> None:
    """Not even when he has become an examiner since, nor when the script is somebody else's."""
    alice = factories.person("Alice", Role.EXAMINER)
    assert not may(alice, ADJUDICATE, script)
    assert not may(alice, CHOOSE_MARKERS, script.sitting)
    with pytest.raises(NotPossible, match="Alice cannot mark"):
        choose_markers(sitting=script.sitting, people=[alice, mary], actor=erin)


def test_a_marker_who_is_no_examiner_any_more_does_not_mark(script: Script, mary: User) -> None:
    mary.memberships.update(until=F("since"))
    with pytest.raises(PermissionDenied):
        give(script=script, person=User.objects.get(pk=mary.pk), points=FULL)


def test_who_is_no_examiner_any_more_gets_no_script_and_the_page_says_so(
    room: Sitting, mary: User, mike: User, max_: User, erin: User, alice: User, client: Client
) -> None:
    """He was chosen when he was one; what is handed in since goes to the others, or to nobody while there is but one."""
    choose_markers(sitting=room, people=[mary, mike], actor=erin)
    mary.memberships.update(until=F("since"))
    script = only_script(hand_in(room, alice, ["c", "South bids 3H."]))
    assert deal_waiting() == 0
    assert workload.progress(room).undealt == 1
    client.force_login(erin)
    page = reverse("marking:markers", args=[room.pk])
    assert "can no longer mark: choose somebody else" in client.get(page).content.decode()
    choose_markers(sitting=room, people=[mike, max_], actor=erin)
    assert {task.person for task in script.tasks.all()} == {mike, max_}
    assert "can no longer mark" not in client.get(page).content.decode()


@pytest.mark.parametrize("why", ["no examiner here any more", "has entered the sitting"])
def test_what_somebody_cannot_mark_any_more_is_not_in_his_list(
    script: Script, mary: User, client: Client, why: str
) -> None:
    """An examiner elsewhere has the page; it offers him nothing that would not open."""
    mary = factories.person(mary.name, Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    assert [pile.waiting for pile in workload.piles(mary)] == [1]
    if why == "has entered the sitting":
        Entry.objects.create(body=script.body, sitting=script.sitting, person=mary)
    else:
        mary.memberships.filter(body=script.body).update(until=F("since"))
    assert workload.piles(mary) == []
    assert not Script.objects.to_mark_by(mary).exists()
    client.force_login(mary)
    assert "You have no scripts to mark" in client.get(reverse("marking:scripts")).content.decode()
    following = client.get(reverse("marking:next_script", args=[script.sitting_id]))
    assert following["Location"] == reverse("marking:scripts")


def test_another_bodys_examiner_can_neither_choose_nor_be_chosen(
    room: Sitting, charlie: User, erin: User, mary: User
) -> None:
    with pytest.raises(PermissionDenied):
        choose_markers(sitting=room, people=[mary, erin], actor=charlie)
    with pytest.raises(NotPossible, match="Charlie cannot mark"):
        choose_markers(sitting=room, people=[mary, charlie], actor=erin)


@pytest.mark.parametrize("name", ["script", "adjudication"])
def test_a_script_that_is_not_ones_own_to_mark_does_not_exist(
    script: Script, alice: User, charlie: User, mary: User, max_: User, client: Client, name: str
) -> None:
    give(script=script, person=mary, points=points(1, 2))
    mere = [factories.person(f"Mere {role.label}", role) for role in OTHERS]
    strangers = [alice, charlie, *mere, max_ if name == "script" else mary]
    for person in strangers:
        client.force_login(person)
        for method in (client.get, client.post):
            assert method(reverse(f"marking:{name}", args=[script.pk])).status_code == 404, person


@pytest.mark.parametrize("name", ["markers", "agreement"])
def test_the_markers_of_a_sitting_are_for_the_bodys_examiners(
    script: Script, alice: User, charlie: User, erin: User, client: Client, name: str
) -> None:
    url = reverse(f"marking:{name}", args=[script.sitting_id])
    seen, may_choose = {}, []
    mere = [factories.person(f"Mere {role.label}", role) for role in OTHERS]
    for person in (alice, charlie, erin, *mere):
        client.force_login(person)
        seen[person.name] = client.get(url).status_code
        may_choose += [person.name] if may(person, CHOOSE_MARKERS, script.sitting) else []
    assert seen == {"Alice": 404, "Charlie": 404, "Erin": 200} | {person.name: 404 for person in mere}
    # Who may choose them is who has the page to do it on.
    assert may_choose == ["Erin"]
    client.logout()
    assert client.get(url)["Location"].startswith(reverse("account_login"))


def test_nothing_a_marker_sees_says_whose_script_it_is(
    script: Script, mary: User, max_: User, mike: User, alice: User, client: Client
) -> None:
    """No name, no number, no id of attempt or entry: on the pages to mark on, in the lists, for the adjudicator too."""
    entry = script.attempt.entry
    entry.number = 4711
    entry.save(update_fields=["number"])
    give(script=script, person=mary, points=points(0, 0), note="Mary's own note")
    secrets = ["Alice", alice.email, str(entry.pk), str(script.attempt_id), "4711", str(alice.pk)]
    addresses = [
        (mary, reverse("marking:scripts")),
        (mary, reverse("marking:script", args=[script.pk])),
        (mike, reverse("marking:script", args=[script.pk])),
        (mary, reverse("marking:markers", args=[script.sitting_id])),
        (mary, reverse("marking:agreement", args=[script.sitting_id])),
    ]
    for person, url in addresses:
        client.force_login(person)
        response = client.get(url)
        assert response.status_code == 200
        shown = response.content.decode().split("<main", 1)[1]
        assert [secret for secret in secrets if secret in shown] == [], url
        if person == mike:
            assert "Mary" not in shown
    give(script=script, person=mike, points=points(1, 2), note="Mike's own note")
    client.force_login(max_)
    shown = client.get(reverse("marking:adjudication", args=[script.pk])).content.decode()
    assert [secret for secret in [*secrets, "Mary Marker", "Mike Marker"] if secret in shown] == []
