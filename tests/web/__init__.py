"""Test the web app: the site, its pages in a real browser, its pure modules under Node."""
