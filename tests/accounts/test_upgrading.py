"""What stood in the tables before an upgrade goes on: people are found, nobody is shown unasked, what was used counts as used.

The tables go back to before all of these migrations at once, and forward again at once, as when a version is left out.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation import evidencing
from accounts.accreditation.life import months_later
from accounts.accreditation.models import Award, EvidenceUse, Level, Listing
from accounts.accreditation.register.listings import Shown, decide
from accounts.accreditation.register.search import Asked, search
from accounts.accreditation.services import grant
from accounts.models import Body, Role, User
from tests.accounts.conftest import passed, person
from tests.migrating import tables_before
from tests.walking import faults


@pytest.mark.first
@pytest.mark.django_db(transaction=True)
def test_what_was_there_goes_on(level: Level, alice: User, rita: User, body: Body) -> None:
    # Granted before uses were recorded: Alice's by the pass that she has, Bert's by one that nobody kept.
    passed_before = grant(application=passed(alice, level), actor=rita)
    bert = person("Bert Best", body, Role.CANDIDATE)
    with tables_before(("accreditation", "0008_register_imports"), ("accounts", "0011_club_contacts")) as before:
        who = {"body_id": body.pk, "person_id": bert.pk}
        application = before("accreditation", "Application").objects.create(
            level_id=level.pk,
            evidence={"result": "1"},
            status="granted",
            decided_by_id=rita.pk,
            decided_at=timezone.now(),
            **who,
        )
        before("accreditation", "Award").objects.create(
            name="Bert Best",
            level_id=level.pk,
            application=application,
            granted_by_id=rita.pk,
            valid_from=body.today(),
            valid_until=months_later(body.today(), 36),
            **who,
        )
        before("accounts", "User").objects.create(email="old@example.org", name="Anne Lefèvre")

    with faults() as found:
        with found.at("names of before are folded"):
            assert User.objects.get(name_folded="anne lefevre").email == "old@example.org"
        with found.at("the pass behind an award is used"):
            use = EvidenceUse.objects.get(award=passed_before.pk)
            assert use.evidence.reference.startswith(evidencing.PAPER)
            assert use.only_for == ""
        with found.at("whoever was in the register is not shown until they agree"):
            assert set(Listing.objects.values_list("person__name", flat=True)) == {"Alice Archer", "Bert Best"}
            listing = Listing.objects.get(person=bert)
            assert not listing.is_decided
            assert search(Asked(name="Bert")) == []
            code = Award.objects.get(person=bert).verification_code
            assert Client().get(reverse("register:verify", args=[code])).status_code == 200
            decide(person=bert, body=body, actor=bert, shown=Shown(True))
            assert [one.entry for one in search(Asked(name="Bert"))] == [listing.pk]
