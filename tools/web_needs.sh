#!/bin/sh
# Install what the tests of the web app need besides Python packages: a browser, fonts for each language, Node.
# If something cannot be installed, print one line that says what to do.
# usage: web_needs.sh PYTHON-OF-THE-ENVIRONMENT
set -u
python=$1
beside=$(dirname "$python")

. "$(dirname "$0")/packages.sh"

has_browser() {
    for name in ${CHROMIUM:-chromium-headless-shell chromium chromium-browser google-chrome}; do
        command -v "$name" > /dev/null && return
    done
    return 1
}

has_hebrew() {
    ! command -v fc-list > /dev/null || test -n "$(fc-list :lang=he)"
}

has_node() {
    for program in "$beside/node" node; do
        command -v "$program" > /dev/null &&
            "$program" -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2> /dev/null &&
            command -v "$(dirname "$(command -v "$program")")/npm" > /dev/null && return
    done
    return 1
}

has_browser || { add chromium-headless-shell && has_browser; } || { add chromium && has_browser; } ||
    missing "Chromium, for the tests of the web app" chromium-headless-shell
has_hebrew || { add fonts-noto-core && has_hebrew; } || missing "a font with Hebrew letters" fonts-noto-core
if ! has_node; then
    echo "Setting up, once: Node ..."
    "$python" -m pip install -q --group node && has_node || missing "Node 20 or newer, with npm" "nodejs npm"
fi
