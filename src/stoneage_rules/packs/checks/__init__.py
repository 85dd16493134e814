"""What records must make together, and what is merely odd."""
