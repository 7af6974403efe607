#!/bin/sh
# Install the other browsers of the long tests: Firefox, WebKitGTK with its driver, and a screen for it.
# If something cannot be installed, print one line that says what to do.
set -u
. "$(dirname "$0")/packages.sh"

need firefox-esr firefox-esr "in other browsers"
need WebKitWebDriver webkit2gtk-driver "in other browsers"
need Xvfb xvfb "in other browsers"
