"""How the project uses its models and functions: fitted, called by hand, run eagerly. Traces nothing."""
