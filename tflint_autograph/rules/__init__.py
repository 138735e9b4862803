"""One file for each rule; `api` defines what a rule is, `catalogue` lists them without importing one."""
