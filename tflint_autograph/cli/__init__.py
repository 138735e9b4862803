"""The command line: click, one module a command. Holds no rule and no analysis."""
