"""What earlier runs have found out, kept in a folder of the project. Never needed: without it a run is only slower."""
