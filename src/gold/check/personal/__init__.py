"""A text into the personal data and the secrets in it, by kinds."""
