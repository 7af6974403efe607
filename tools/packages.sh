# Functions for the scripts that install what the tests need: `missing`, `add` and `need`. Sourced by them.

# missing WHAT PACKAGES: print one line that says what to install, and end.
missing() {
    echo "MISSING  $1. On Debian or Ubuntu: sudo apt-get install $2" >&2
    exit 3
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

# need PROGRAM PACKAGE TESTS: install a package unless the program is there. /usr/sbin is not on the path of every user.
need() {
    PATH="$PATH:/usr/sbin" command -v "$1" > /dev/null || { add "$2" && PATH="$PATH:/usr/sbin" command -v "$1" > /dev/null; } ||
        missing "$1, for the tests $3" "$2"
}
