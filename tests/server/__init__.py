"""Test the server of online games."""
