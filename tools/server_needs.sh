#!/bin/sh
# Install what the tests of the server need besides Python packages: PostgreSQL, Redis, nginx, strace.
# If something cannot be installed, print one line that says what to do.
set -u
. "$(dirname "$0")/packages.sh"

has_postgres() {
    test -n "$(find /usr/lib/postgresql -path '*/bin/initdb' 2> /dev/null)" || command -v initdb > /dev/null
}

# need PROGRAM PACKAGE: install a package unless the program is there. /usr/sbin is not on the path of every user.
need() {
    PATH="$PATH:/usr/sbin" command -v "$1" > /dev/null || { add "$2" && PATH="$PATH:/usr/sbin" command -v "$1" > /dev/null; } ||
        missing "$1, for the tests of the server" "$2"
}

has_postgres || { add postgresql && has_postgres; } || missing "PostgreSQL, for the tests of the server" postgresql
need redis-server redis-server
need nginx nginx
need strace strace
