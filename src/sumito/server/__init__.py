"""The site: the web app's files for a browser, served or written to a folder."""
