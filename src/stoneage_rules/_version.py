"""The version of the library; `pyproject.toml` reads it from here."""

__version__ = "0.1.0"
"""The version of the library."""
