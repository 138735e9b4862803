"""What the variables, attributes, parameters and containers of eager code may refer to."""
