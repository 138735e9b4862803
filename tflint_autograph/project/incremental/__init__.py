"""Incremental analysis: records what each result depends on, and which results an edit invalidates."""
