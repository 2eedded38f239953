# One image for the web server, the workers and the clock; compose.yaml says which is which.
FROM python:3.11-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /app
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
# Collecting static files needs settings, but none of these values; nothing of them stays in the image.
RUN SECRET_KEY=$(python -c 'import secrets; print(secrets.token_urlsafe(60))') DATABASE_URL=postgres://build/build CELERY_BROKER_URL=redis://build SITE_URL=https://build \
    ALLOWED_HOSTS=build EMAIL_URL=consolemail:// \
    RECTIFY_STATE_DIR=/var/lib/rectify python manage.py collectstatic --no-input \
    && useradd --system --no-create-home rectify && mkdir -p /var/lib/rectify/audit && chown -R rectify /var/lib/rectify
USER rectify
ENV RECTIFY_STATE_DIR=/var/lib/rectify
EXPOSE 8000
CMD ["granian", "--interface", "rsgi", "--http", "1", "--http1-header-read-timeout", "30000", "--workers-kill-timeout", "10", \
     "--host", "0.0.0.0", "--port", "8000", "--workers", "4", "config.serving:application"]
