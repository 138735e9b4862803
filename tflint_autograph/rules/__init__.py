"""One file a rule; `api` says what a rule is, `catalogue` lists them without importing one."""
