"""The command line, built with click: one module for each command."""
