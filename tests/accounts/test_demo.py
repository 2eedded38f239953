"""Signing in as a demo person: in the demo one press, anywhere else no such page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import seed
from accounts.demo import demo_people
from accounts.models import Body, Membership, User
from accounts.rules import may
from exams.bank.rules import MOVE_LEVEL
from tests.accounts.conftest import person

SIGN_IN = reverse("people:sign-in-as")
HOME, PEOPLE = reverse("home"), reverse("demo")


@pytest.fixture
def demo(settings: Any, db: None) -> None:
    settings.DEMO = True
    seed.seed(demo=True)


class TestOutsideTheDemo:
    @pytest.fixture(autouse=True)
    def demo_people_are_left_over(self, db: None) -> None:
        seed.seed(demo=True)

    def test_the_page_does_not_exist(self, client: Client) -> None:
        sent = {"email": "ruth@example.org"}
        for response in (client.get(PEOPLE), client.get(SIGN_IN), client.post(SIGN_IN, sent)):
            assert response.status_code == 404
        assert "_auth_user_id" not in client.session

    def test_the_front_page_shows_no_people_and_no_password(self, client: Client) -> None:
        shown = client.get(HOME).content.decode()
        assert SIGN_IN not in shown
        assert PEOPLE not in shown
        assert "callthedirector" not in shown
        assert "example.org" not in shown

    def test_seeding_closes_the_accounts_with_the_published_password(self, client: Client) -> None:
        seed.seed(demo=False)
        assert not User.objects.filter(email="ruth@example.org", is_active=True).exists()
        client.post(reverse("account_login"), {"login": "ruth@example.org", "password": "callthedirector"})
        assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("demo")
class TestInTheDemo:
    def test_every_page_leads_to_the_people_and_shows_none_of_them(self, client: Client) -> None:
        for page in (HOME, reverse("register:list")):
            shown = client.get(page).content.decode()
            assert f'href="{PEOPLE}"' in shown
            assert SIGN_IN not in shown
            assert "callthedirector" not in shown

    def test_their_page_offers_a_person_for_each_role_and_the_password(self, client: Client) -> None:
        shown = client.get(PEOPLE).content.decode()
        for role in ("Candidate", "Examiner", "Invigilator", "Registrar", "Administrator"):
            assert f"{role}, QBA" in shown
        assert "callthedirector" in shown

    def test_one_press_signs_in(self, client: Client) -> None:
        response = client.post(SIGN_IN, {"email": "ruth@example.org"})
        assert response["Location"] == HOME
        assert client.session["_auth_user_id"] == str(User.objects.get(email="ruth@example.org").pk)

    def test_the_password_signs_in_too(self, client: Client) -> None:
        client.post(reverse("account_login"), {"login": "ruth@example.org", "password": "callthedirector"})
        assert client.session["_auth_user_id"] == str(User.objects.get(email="ruth@example.org").pk)

    def test_it_takes_a_post_with_a_token(self) -> None:
        browser = Client(enforce_csrf_checks=True)
        assert browser.get(SIGN_IN).status_code == 405
        assert browser.post(SIGN_IN, {"email": "ruth@example.org"}).status_code == 403
        assert "_auth_user_id" not in browser.session

    @pytest.mark.parametrize("email", ["carol.cole@example.org", "agnes.moorhouse@example.org", "\0", "", None])
    def test_only_the_people_of_the_fixture(self, email: str | None, client: Client) -> None:
        person("Carol Cole")
        response = client.post(SIGN_IN, {} if email is None else {"email": email})
        assert response.status_code == 404
        assert "_auth_user_id" not in client.session

    def test_their_page_costs_two_queries_for_all_of_them(self, client: Client, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(2):
            client.get(PEOPLE)


class TestSeed:
    def test_loading_twice_changes_nothing(self, demo: None) -> None:
        before = [set(model.objects.values_list("pk", flat=True)) for model in (User, Body, Membership)]
        seed.seed(demo=True)
        assert [set(model.objects.values_list("pk", flat=True)) for model in (User, Body, Membership)] == before

    def test_a_real_installation_gets_the_body_and_nobody(self, db: None) -> None:
        seed.seed(demo=False)
        assert list(Body.objects.values_list("slug", "time_zone")) == [("qba", "Australia/Brisbane")]
        assert not User.objects.exists()

    def test_it_leaves_alone_what_a_body_has_changed(self, db: None) -> None:
        seed.seed(demo=False)
        Body.objects.update(name="Bridge Queensland")
        seed.seed(demo=False)
        assert Body.objects.get().name == "Bridge Queensland"


def test_somebody_of_the_demo_may_move_a_path_to_another_level(demo: None) -> None:
    body = Body.objects.get(slug="qba")
    assert [one.get_full_name() for one in demo_people() if may(one, MOVE_LEVEL, body)] == ["Beatrice Tran"]
