"""Results of earlier runs, stored in a folder of the project. Optional: without it a run is only slower."""
