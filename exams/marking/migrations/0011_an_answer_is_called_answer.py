"""What a candidate answered is called `answer`, since it may be a ruling of 20,000 characters; the column stays as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('marking', '0010_third_marker_of_another_body'),
    ]

    operations = [
        migrations.AlterField(
            model_name='answermark',
            name='option',
            field=models.TextField(blank=True, db_column='option', max_length=20000, null=True, verbose_name='answer'),
        ),
        migrations.RenameField(model_name='answermark', old_name='option', new_name='answer'),
    ]
