#!/bin/sh
# Check what the build needs before anything is downloaded. Print one line for the first missing part.
# usage: needs.sh PYTHON
set -u
python=$1

missing() {
    echo "MISSING  $1. On Debian or Ubuntu: sudo apt-get install $2" >&2
    exit 3
}

command -v "$python" > /dev/null || missing "$python (Python 3.11 or newer)" "python3 python3-venv python3-dev"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    missing "Python 3.11 or newer ($python is $("$python" -V 2>&1)); another one: make PYTHON=python3.12" python3
"$python" -c 'import ensurepip, venv' 2> /dev/null || missing "the venv module of $python" python3-venv
"$python" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' ||
    missing "the C headers of $python (Python.h)" python3-dev
cxx=${CXX:-c++}
command -v "${cxx%% *}" > /dev/null || missing "a C++20 compiler ($cxx)" g++
printf '#include <bit>\n#include <version>\nint main() { return std::popcount(0U); }\n' |
    $cxx -std=c++20 -x c++ -fsyntax-only - 2> /dev/null || missing "a compiler that knows C++20 ($cxx does not)" g++
