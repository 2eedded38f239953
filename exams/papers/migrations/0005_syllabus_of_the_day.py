"""Keeps with each paper which topic stands under which, by which its floors are judged."""

from django.db import migrations, models

# Of the day they were drawn nothing is known any more; what holds now is what they have been judged by until now.
AS_IT_IS_NOW = """
    UPDATE papers_paper paper
    SET syllabus = tree.topics
    FROM (
        SELECT topic.body_id, jsonb_object_agg(topic.slug, coalesce(above.slug, '')) AS topics
        FROM papers_topic topic
        LEFT JOIN papers_topic above ON above.id = topic.parent_id
        GROUP BY topic.body_id
    ) tree
    WHERE tree.body_id = paper.body_id
"""
# A drawn paper is never changed; that the column came later than the paper is the one reason to write to it.
STORED = [
    "ALTER TABLE papers_paper DISABLE TRIGGER pgtrigger_append_only_a6550",
    AS_IT_IS_NOW,
    "ALTER TABLE papers_paper ENABLE TRIGGER pgtrigger_append_only_a6550",
]


class Migration(migrations.Migration):
    dependencies = [
        ("papers", "0004_syllabus_tree"),
    ]

    operations = [
        migrations.AddField(
            model_name="paper",
            name="syllabus",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="Each topic of that day with the one it stood under, by their slugs; floors are judged by it.",
                verbose_name="syllabus",
            ),
        ),
        migrations.RunSQL(STORED, migrations.RunSQL.noop),
    ]
