"""How the project runs its models and functions: under `fit`, in a custom training loop, or eagerly."""
