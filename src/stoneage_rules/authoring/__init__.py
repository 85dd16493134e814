"""Tools for authors of packs and plugins: scenarios, properties, checks, lint, schemas, fixes and starters."""
