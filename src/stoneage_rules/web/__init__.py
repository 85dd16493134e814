"""A table in the browser: a game as a page shows it, and the folder that has the page, the library and Python."""
