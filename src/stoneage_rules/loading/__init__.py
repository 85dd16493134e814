"""From a table to its rules: settings, installed modules, plugins, packs."""
