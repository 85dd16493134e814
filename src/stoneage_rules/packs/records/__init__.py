"""Reads tables strictly into records, and finds the faults that each record has by itself."""
