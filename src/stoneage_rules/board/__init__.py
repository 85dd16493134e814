"""Drawings of positions as SVG, and of games and score sheets as HTML, for notebooks, pages and programs."""
