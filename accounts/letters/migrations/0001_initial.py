import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

OLD, NEW = "sittings", "letters"


def move(apps, schema_editor, old, new):
    """What was said of the kind of record, such as permissions, goes on being said of it under its new app."""
    kinds = apps.get_model("contenttypes", "ContentType").objects
    if not kinds.filter(app_label=new, model="letter").exists():
        kinds.filter(app_label=old, model="letter").update(app_label=new)


def forwards(apps, schema_editor):
    move(apps, schema_editor, OLD, NEW)


def backwards(apps, schema_editor):
    move(apps, schema_editor, NEW, OLD)


class Migration(migrations.Migration):
    """Letters were kept by the sittings. The table keeps its rows and its rights, and changes its name."""

    initial = True

    dependencies = [
        ("accounts", "0008_wording"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("sittings", "0016_wording"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE sittings_letter RENAME TO letters_letter",
                    "ALTER TABLE letters_letter RENAME TO sittings_letter",
                ),
            ],
            state_operations=[
                migrations.CreateModel(
                    name="Letter",
                    fields=[
                        ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ("once", models.CharField(help_text="The same letter is never sent twice, however often it is requested.", max_length=200, verbose_name="what it is about")),
                        ("subject", models.CharField(max_length=200, verbose_name="subject")),
                        ("text", models.TextField(verbose_name="text")),
                        ("html", models.TextField(verbose_name="text as HTML")),
                        ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="made")),
                        ("next_at", models.DateTimeField(default=django.utils.timezone.now, help_text="Postponed when sending fails.", verbose_name="to be sent")),
                        ("failures", models.PositiveSmallIntegerField(default=0, verbose_name="failures")),
                        ("error", models.TextField(blank=True, verbose_name="why it could not be sent")),
                        ("sent_at", models.DateTimeField(blank=True, null=True, verbose_name="sent")),
                        ("body", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.body", verbose_name="body")),
                        ("person", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="letters", to=settings.AUTH_USER_MODEL, verbose_name="to")),
                    ],
                    options={
                        "verbose_name": "letter",
                        "verbose_name_plural": "letters",
                        "ordering": ["-made_at", "id"],
                        "indexes": [models.Index(condition=models.Q(("sent_at", None)), fields=["next_at"], name="letter_to_be_sent")],
                        "constraints": [models.UniqueConstraint(fields=("person", "once"), name="letter_once_a_person")],
                    },
                ),
            ],
        ),
        migrations.RunPython(forwards, backwards),
    ]
