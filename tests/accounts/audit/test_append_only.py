"""Every table that is said to only grow, or to keep its rows, does so for raw SQL too. A new one need not be named here."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, transaction

# Each with a column that a statement may set to itself.
TABLES = {
    model._meta.db_table: model._meta.pk.column
    for model in sorted(apps.get_models(), key=lambda each: each._meta.db_table)
    if "append_only" in {trigger.name for trigger in getattr(model._meta, "triggers", [])}
}

KEPT = sorted(
    model._meta.db_table
    for model in apps.get_models()
    if any("is_never_deleted" in trigger.name for trigger in getattr(model._meta, "triggers", []))
)


def test_the_records_an_exam_rests_on_are_among_them() -> None:
    assert {
        "audit_auditentry",
        "accreditation_awardevent",
        "bank_review",
        "papers_paper",
        "papers_paperquestion",
        "sittings_answerevent",
        "marking_result",
        "marking_answermark",
        "sittings_roomevent",
        "sittings_voidattempt",
        "bank_comment",
    } <= set(TABLES)


@pytest.mark.django_db
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "statement", ["UPDATE {table} SET {column} = {column}", "DELETE FROM {table}", "TRUNCATE {table} CASCADE"]
)
def test_the_database_refuses(table: str, statement: str) -> None:
    """The trigger fires once a statement, so an empty table tells as much as a full one."""
    with pytest.raises(IntegrityError, match="only grows"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table=table, column=TABLES[table]))


def test_whatever_records_a_decision_is_kept() -> None:
    assert {
        "accounts_membership",
        "accreditation_application",
        "accreditation_award",
        "accreditation_doubt",
        "bank_lawflag",
        "bank_problem",
        "bank_question",
        "bank_questionversion",
        "law_editing_confirmation",
        "law_editing_proposal",
        "marking_appeal",
        "marking_regrade",
        "marking_resultsrelease",
        "sittings_attempt",
        "sittings_entry",
        "sittings_sitting",
    } <= set(KEPT)


@pytest.mark.django_db
@pytest.mark.parametrize("table", KEPT)
@pytest.mark.parametrize("statement", ["DELETE FROM {table}", "TRUNCATE {table} CASCADE"])
def test_no_row_is_taken_out(table: str, statement: str) -> None:
    """Open or decided: an appeal that waits for its decision is the one that somebody might want gone."""
    refused = pytest.raises(DatabaseError, match=r"Cannot delete|only grows")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table=table))
