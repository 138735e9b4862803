"""Runtime evidence: runs functions with findings eagerly and as graphs in child processes, and gives each finding a verdict."""
