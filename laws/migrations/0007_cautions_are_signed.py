from django.db import migrations, models


def sign(apps, schema_editor):
    """Cautions were printed over the name of the document they are about, as if its authors had said them."""
    commentary = apps.get_model("laws", "Commentary")
    commentary.objects.filter(kind="caution", author="", authority="").update(author="The editors")


class Migration(migrations.Migration):

    dependencies = [
        ('laws', '0006_concordance_by_date'),
    ]

    operations = [
        migrations.RunPython(sign, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='commentary',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'caution'), _negated=True), models.Q(('author', ''), _negated=True), models.Q(('authority', ''), _negated=True), _connector='OR'), name='caution_is_signed'),
        ),
    ]
