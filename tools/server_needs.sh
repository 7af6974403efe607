#!/bin/sh
# Install what the tests of the server need besides Python packages: PostgreSQL, Redis, nginx, strace,
# and what checks the files in deploy/.
# If something cannot be installed, print one line that says what to do.
set -u
. "$(dirname "$0")/packages.sh"

has_postgres() {
    test -n "$(find /usr/lib/postgresql -path '*/bin/initdb' 2> /dev/null)" || command -v initdb > /dev/null
}

has_postgres || { add postgresql && has_postgres; } || missing "PostgreSQL, for the tests of the server" postgresql
need redis-server redis-server "of the server"
need nginx nginx "of the server"
need strace strace "of the server"
need systemd-analyze systemd "of the server"
need docker-compose docker-compose "of the server"
