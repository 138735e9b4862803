"""Runtime evidence: functions with findings are run eagerly and as graphs in child processes, and each finding gets a verdict."""
