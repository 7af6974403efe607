"""Positions, records and diagrams as text and pictures. May import the rules only."""
