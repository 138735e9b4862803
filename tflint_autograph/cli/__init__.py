"""The command line: click, one module a command. Contains no rule and no analysis."""
