"""Serve the web app, or write its files to a folder."""
