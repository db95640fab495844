#!/bin/sh
# `allways check` and `allways spin` on the same programs: states, seconds, states per second, memory.
# Results are in docs/internals/spin.md.
#
#   bench/spin.sh
#
# Needs spin and gcc, and `allways` built in release mode (or named by $ALLWAYS).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
allways=${ALLWAYS:-$root/target/release/allways}
cd "$root"

# figures COMMAND...: runs it and prints what its JSON says.
figures() {
    "$@" | awk '/"states"/ {
        match($0, /"states":[0-9]+/);        states = substr($0, RSTART + 9, RLENGTH - 9)
        match($0, /"seconds":[0-9.e-]+/);    seconds = substr($0, RSTART + 10, RLENGTH - 10)
        match($0, /"peak_bytes":[0-9]+/);    bytes = substr($0, RSTART + 13, RLENGTH - 13)
        if (seconds < 0.01) seconds = 0.01
        printf "%9d states %7.2f s %9d states/s %8.1f MB", states, seconds, states / seconds, bytes / 1048576 }' || true
}

# row FILE OPTIONS: one program in all ways.
row() {
    echo "$1 $2"
    # shellcheck disable=SC2086
    {
        printf '  check          %s\n' "$(figures "$allways" check $1 $2 --json)"
        printf '  spin           %s\n' "$(figures "$allways" spin $1 $2 --json)"
        printf '  spin COLLAPSE  %s\n' "$(figures "$allways" spin $1 $2 --json -- -DCOLLAPSE)"
        printf '  spin content   %s\n' "$(figures "$allways" spin $1 $2 --json --state content)"
        printf '  spin BITSTATE  %s\n' "$(figures "$allways" spin $1 $2 --json -- -DBITSTATE -w28)"
        printf '  spin NCORE=2   %s\n' "$(figures "$allways" spin $1 $2 --json -- -DNCORE=2)"
    }
}

row examples/bounded_buffer.c '-DITEMS=2'
row examples/philosophers_ordered.c '-DN=6'
row examples/bakery.c '-DROUNDS=2 --reduction tau'
row examples/robots.c '-DN=8 --reduction tau'
