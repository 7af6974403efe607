#!/bin/sh
# Install what the tests of the web app need besides Python packages: a browser, fonts for each language, Node.
# If something cannot be installed, print one line that says what to do.
# usage: web_needs.sh PYTHON-OF-THE-ENVIRONMENT
set -u
python=$1
beside=$(dirname "$python")

missing() {
    echo "MISSING  $1. On Debian or Ubuntu: sudo apt-get install $2" >&2
    exit 3
}

has_browser() {
    for name in ${CHROMIUM:-chromium-headless-shell chromium chromium-browser google-chrome}; do
        command -v "$name" > /dev/null && return
    done
    return 1
}

has_hebrew() {
    ! command -v fc-list > /dev/null || test -n "$(fc-list :lang=he)"
}

# add PACKAGE...: install packages as root, or with sudo if it needs no password.
add() {
    command -v apt-get > /dev/null || return 1
    become=
    if test "$(id -u)" != 0; then
        sudo -n true 2> /dev/null || return 1
        become=sudo
    fi
    echo "Setting up, once: $* ..."
    mkdir -p build
    for try in now after-update; do
        test "$try" = now || $become apt-get update >> build/apt.log 2>&1
        $become env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >> build/apt.log 2>&1 && return
    done
    echo "apt-get could not install $* (see build/apt.log)" >&2
    return 1
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
