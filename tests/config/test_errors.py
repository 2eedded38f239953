"""Every error has a page of ours and says nothing of the inside; a server behind us that is gone is no fault of ours."""

import pytest
from django.test import Client

from accounts.models import User
from tests.config.gone import broker_gone, cache_gone, database_gone

pytestmark = pytest.mark.urls("tests.config.urls_with_faults")


@pytest.fixture
def visitor() -> Client:
    """A client that receives the error page, as a browser does, instead of the exception."""
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/strange/", 400, "could not be understood"),
        ("/forbidden/", 403, "You are not allowed to do this"),
        ("/nothing-here/", 404, "There is nothing at this address"),
        ("/broken/", 500, "Something went wrong on our side"),
    ],
)
def test_each_error_has_its_page(visitor: Client, path: str, status: int, words: str) -> None:
    """None of these tests may touch the database: an error page must not need it."""
    response = visitor.get(path)
    page = response.content.decode()
    assert response.status_code == status
    assert words in page
    assert "secret of the inside" not in page
    assert "Traceback" not in page


def test_a_program_gets_json(visitor: Client) -> None:
    response = visitor.get("/api/broken/")
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json() == {
        "type": "about:blank",
        "title": "Internal Server Error",
        "status": 500,
        "code": "our-fault",
        "detail": "Something went wrong on our side.",
    }
    assert visitor.get("/api/forbidden/").json()["detail"] == "You are not allowed to do this."


def test_a_form_without_its_token_is_refused_with_a_way_on() -> None:
    response = Client(enforce_csrf_checks=True).post("/account/login/", {"login": "ada@club.example"})
    assert response.status_code == 403
    assert "reload the page" in response.content.decode()


@pytest.mark.django_db(transaction=True)
def test_without_the_database_people_are_asked_to_wait(visitor: Client) -> None:
    with database_gone():
        page, program = visitor.get("/reads/"), visitor.get("/api/reads/")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "10")
    assert "not available right now" in page.content.decode()
    assert (program.status_code, program.json()["code"]) == (503, "out-of-order")
    assert visitor.get("/reads/").status_code == 200, "and all is well when it is back"


@pytest.mark.django_db(transaction=True)
def test_somebody_who_is_signed_in_gets_the_same_page(visitor: Client) -> None:
    """Here the session, read by a middleware, is what fails."""
    visitor.force_login(User.objects.create_user("ada@club.example"))
    with database_gone():
        assert visitor.get("/").status_code == 503


def test_without_the_broker_people_are_asked_to_wait(visitor: Client) -> None:
    with broker_gone():
        response = visitor.get("/queues/")
    assert response.status_code == 503
    assert "not available right now" in response.content.decode()


def test_every_answer_names_its_request(visitor: Client) -> None:
    first, second = (visitor.get(path).headers["X-Request-ID"] for path in ("/healthz", "/broken/"))
    assert len(first) == 36
    assert first != second


def test_without_the_cache_people_and_programs_are_asked_to_wait(visitor: Client, db: None) -> None:
    with cache_gone():
        page, program = visitor.get("/counts/"), visitor.get("/api/counts/")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "10")
    assert (program.status_code, program.json()["code"]) == (503, "out-of-order")
