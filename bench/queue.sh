#!/bin/sh
# The two-lock queue as a Promela model, in the published and the optimised form: states, memory and time
# of SPIN for each harness. Results are in docs/internals/promela.md.
#
#   bench/queue.sh [HARNESS...]      such as  bench/queue.sh 'E|D' 'EE|DD'
#
# Needs spin and gcc, and `allways` built in release mode (or named by $ALLWAYS).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
allways=${ALLWAYS:-$root/target/release/allways}
source=$root/crates/promela/tests/programs/two_lock_queue.c
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# verify FORM CLANG_FLAGS GCC_FLAGS: prints states, megabytes and seconds.
verify() {
    # shellcheck disable=SC2086
    "$allways" promela "$source" $1 $2 -o model.pml
    spin -a model.pml >/dev/null
    # shellcheck disable=SC2086
    gcc -O2 -w -fwrapv -DVECTORSZ=8192 -DMEMLIM=6000 $3 -o pan pan.c
    ./pan -m1000000 >out || true
    awk '
        /states, stored/ { states = $1 }
        /total actual memory usage/ { memory = $1 }
        /elapsed time/ { seconds = $4 }
        /errors: [1-9]/ { note = " violated" }
        /not completed|reached.*MEMLIM/ { note = " incomplete" }
        END { printf "%12s %9s MB %8s s%s", states, memory, seconds, note }' out
}

[ $# -gt 0 ] || set -- 'E|D' 'EE|DD' 'EE|DDD' 'EEE|DDD' 'EEEE|DD' 'EEEE|DDDD' 'EEEEE|DDDD' 'EEEEE|DDDDD' \
    'E|E|E|E|D|D'
printf '%-14s %-38s %-38s %s\n' harness plain optimised inlined
for harness; do
    case $harness in
    'E|E|E|E|D|D')
        flags='-DENQUEUERS=4 -DDEQUEUERS=2'
        gcc=-DBITSTATE
        ;;
    *)
        flags="-DENQUEUES=$(printf %s "$harness" | tr -cd E | wc -c) -DDEQUEUES=$(printf %s "$harness" | tr -cd D | wc -c)"
        gcc=-DCOLLAPSE
        ;;
    esac
    printf '%-14s %s %s %s\n' "$harness" "$(verify --plain "$flags" "$gcc")" "$(verify '' "$flags" "$gcc")" \
        "$(verify --inline "$flags" "$gcc")"
done
