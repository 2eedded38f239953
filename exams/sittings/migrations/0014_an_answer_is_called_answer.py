"""What a candidate answered is called `answer`, since it may be a ruling of 20,000 characters; the columns stay as they are."""

from django.db import migrations, models

MODELS = ("answer", "answerevent", "pendingdraft")


class Migration(migrations.Migration):

    dependencies = [
        ('sittings', '0013_refused_aids'),
    ]

    operations = [
        operation
        for model in MODELS
        for operation in (
            migrations.AlterField(
                model_name=model,
                name='option',
                field=models.TextField(blank=True, db_column='option', max_length=20000, null=True, verbose_name='answer'),
            ),
            migrations.RenameField(model_name=model, old_name='option', new_name='answer'),
        )
    ]
