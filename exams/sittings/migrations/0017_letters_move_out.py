from django.db import migrations


class Migration(migrations.Migration):
    """The letters are an app of their own, which has taken the table over."""

    dependencies = [
        ("letters", "0001_initial"),
        ("sittings", "0016_wording"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name="Letter")]),
    ]
