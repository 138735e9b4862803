"""From paths to a report: read, trace, look, select, suppress. Prints nothing."""
