"""What outlives the call of a traced function, and what runs once by design. Knows no message."""
