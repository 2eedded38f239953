"""Gives the generated versions that are stored the difficulty that `exams.bank.difficulty` estimates today."""

from django.db import migrations

# The estimate as it was when this was written: a later formula is for later questions.
ESTIMATE = """
    UPDATE bank_questionversion version
    SET difficulty = CASE WHEN weighed.weight <= 3 THEN 1 WHEN weighed.weight <= 7 THEN 2 ELSE 3 END
    FROM (
        SELECT one.id,
            (
                SELECT count(*) FROM jsonb_array_elements(one.content -> 'explanation' -> 'steps') step
                WHERE (step ->> 'taken')::boolean
            )
            + CASE one.level WHEN 'congress' THEN 2 ELSE 0 END
            + CASE one.kind
                WHEN 'whose_turn' THEN -1
                WHEN 'choose_all' THEN 1
                WHEN 'order_steps' THEN 1
                WHEN 'cite_law' THEN 1
                WHEN 'written' THEN 2
                ELSE 0
            END AS weight
        FROM bank_questionversion one
        JOIN bank_question question ON question.id = one.question_id AND question.source = 'generated'
    ) weighed
    WHERE weighed.id = version.id
"""
# What a version says is fixed; that the column came later than the version is the one reason to write to it.
STORED = [
    "ALTER TABLE bank_questionversion DISABLE TRIGGER pgtrigger_content_is_fixed_9dda4",
    ESTIMATE,
    "ALTER TABLE bank_questionversion ENABLE TRIGGER pgtrigger_content_is_fixed_9dda4",
]


class Migration(migrations.Migration):
    dependencies = [
        ("bank", "0004_desk_and_room"),
    ]

    operations = [
        migrations.RunSQL(STORED, migrations.RunSQL.noop),
    ]
