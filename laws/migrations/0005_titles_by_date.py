"""The title of a law is the heading of its own node on a date, and no longer copied."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("laws", "0004_confirmed_wordings")]

    operations = [
        migrations.AlterField("law", "title", models.CharField("title", max_length=200, default="")),
        # Going back, the column gets the titles of that day.
        migrations.RunSQL(
            migrations.RunSQL.noop,
            """
            UPDATE laws_law l SET title = v.heading
            FROM laws_provision p JOIN laws_provisionversion v ON v.provision_id = p.id
            WHERE p.law_id = l.id AND p.parent_id IS NULL
              AND v.superseded_at IS NULL AND v.kind = 'digest' AND v.effective @> current_date
            """,
        ),
        migrations.RemoveField("law", "title"),
    ]
