"""Records, diagrams and pictures. Imports the rules only."""
