#!/usr/bin/env python3
"""Measures the reductions against each other and writes docs/log/figures.md and docs/log/figure_*.svg.

usage: bench/figures.py [CHECKER]      (default ./allways; run it from the repository's folder)

The programs and the shape of the figures follow the experiments of pancam (its Figures 9, 10 and 11) and
of two-lock and lock-free queues. Every row of a table names its command.
"""
import glob, json, resource, shlex, subprocess, sys

TOOL = sys.argv[1] if len(sys.argv) > 1 else "./allways"
SECONDS, STATES = 60, 1_000_000
COLOURS = ["#c44e52", "#dd8452", "#4c72b0", "#55a868", "#8172b3"]


def report(options, seconds=SECONDS, states=STATES):
    """What a check says, as its JSON report."""
    line = [TOOL, "check", "--json", "--timeout", str(seconds), "--max-states", str(states)] + shlex.split(options)
    out = json.loads(subprocess.run(line, capture_output=True, text=True).stdout)
    if out["verdict"] == "error":
        sys.exit(f"{options}: {out['message']}")
    return out


def gave_up(out):
    return "--timeout" in (out.get("reason") or "") or "--max-states" in (out.get("reason") or "")


def check(options):
    """The states of a check and what it says; no states where it gave up."""
    out = report(options)
    return (None if gave_up(out) else out["states"]), out["verdict"]


def series(rows, columns):
    """Measures a table: `rows` are (name, options), `columns` (name, options)."""
    table = {}
    for column, more in columns:
        for row, options in rows:
            # The program first: what follows `--` goes to the compiler.
            program, _, flags = options.partition(" -- ")
            table[row, column] = check(f"{program} {more} -- {flags}" if flags else f"{program} {more}")
            print(f"{row} {column}: {table[row, column]}", file=sys.stderr)
    return table


def cell(states, verdict, mark):
    if states is None:
        return "–"
    return f"{states:,}" + (f" ({verdict})" if mark else "")


def markdown(title, command, rows, columns, table, mark=False):
    lines = [f"## {title}", "", f"    {command}", ""]
    lines.append("| | " + " | ".join(name for name, _ in columns) + " |")
    lines.append("| --- " * (len(columns) + 1) + "|")
    for row, _ in rows:
        cells = [cell(*table[row, column], mark) for column, _ in columns]
        name = row.replace("|", "\\|")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def svg(path, title, axis, rows, columns, table):
    """A line for each column over the rows, states on a logarithmic scale."""
    import math
    width, height, left, bottom = 560, 340, 70, 50
    values = [v[0] for v in table.values() if v[0]]
    low, high = 0, math.ceil(math.log10(max(values)))
    x = lambda i: left + i * (width - left - 130) / max(1, len(rows) - 1)
    y = lambda v: height - bottom - (math.log10(max(v, 1)) - low) / max(1, high - low) * (height - bottom - 40)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">']
    out.append(f'<rect width="{width}" height="{height}" fill="white"/><text x="{left}" y="20" font-size="14">{title}</text>')
    for power in range(low, high + 1):
        at = y(10**power)
        out.append(f'<line x1="{left}" x2="{width - 130}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{10**power:,}</text>')
    for i, (row, _) in enumerate(rows):
        out.append(f'<text x="{x(i):.1f}" y="{height - bottom + 18}" text-anchor="middle">{row}</text>')
    out.append(f'<text x="{(left + width - 130) / 2:.0f}" y="{height - 12}" text-anchor="middle">{axis}</text>')
    for number, (column, _) in enumerate(columns):
        points = [(x(i), y(table[row, column][0])) for i, (row, _) in enumerate(rows) if table[row, column][0]]
        colour = COLOURS[number % len(COLOURS)]
        line = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}"/>' for px, py in points]
        out.append(f'<text x="{width - 120}" y="{50 + 18 * number}" fill="{colour}">{column}</text>')
    out.append("</svg>\n")
    open(path, "w").write("\n".join(out))


REDUCTIONS = [(name, f"--reduction {name}") for name in ["global", "superstep", "full"]]


def peterson(name, title, program, flags, variant):
    bounds = [(str(k), f"{program} --property assert {flags} --context-bound {k}") for k in range(7)]
    bounds.append(("none", f"{program} --property assert {flags}"))
    table = series(bounds, REDUCTIONS)
    columns = list(REDUCTIONS)
    if variant:
        short = [(row, options.replace(program, "bench/peterson_abstract.c") + f" -- -DPROGRAM='\"../{program}\"'") for row, options in bounds]
        abstract = [("superstep, abstract", "--reduction superstep --abstraction algorithm")]
        table |= series(short, abstract)
        columns += abstract
    svg(f"docs/log/figure_{name}.svg", title, "context switches", bounds, columns, table)
    command = f"allways check {program} --property assert {flags} --context-bound K --reduction R"
    return markdown(title, " ".join(command.split()), bounds, columns, table, mark=True) + f"\n![]({f'figure_{name}.svg'})\n"


def plain(name, title, axis, command, rows, columns=REDUCTIONS):
    table = series(rows, columns)
    svg(f"docs/log/figure_{name}.svg", title, axis, rows, columns, table)
    return markdown(title, command, rows, columns, table) + f"\n![](figure_{name}.svg)\n"


def processor(options):
    """A check of any size, and the seconds of processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = report(options, 600, 10**8)
    return out, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def cost():
    """Time per state where nothing can be reduced, at about the same number of states."""
    program = "bench/contended.c -DTHREADS=3"
    start = min(processor(f"{program} -DSTEPS=1")[1] for _ in range(3))
    lines = ["## Where nothing can be reduced", "", f"    allways check {program} -DSTEPS=n --reduction R", ""]
    lines += ["Three threads with nothing but atomic operations on one variable. Processor time without that of a", "check with one operation each, the least of four.", ""]
    lines += ["| | states | transitions | µs per state | µs per transition |", "| --- | --- | --- | --- | --- |"]
    for name, steps in [("tau", 20), ("full", 110)]:
        runs = [processor(f"{program} -DSTEPS={steps} --reduction {name}") for _ in range(4)]
        out, seconds = min(runs, key=lambda run: run[1])
        micro = lambda count: f"{(seconds - start) * 1e6 / count:.2f}"
        states, transitions = out["states"], out["transitions"]
        lines.append(f"| {name}, n = {steps} | {states:,} | {transitions:,} | {micro(states)} | {micro(transitions)} |")
        print(lines[-1], file=sys.stderr)
    return "\n".join(lines) + "\n"


def rounds():
    """How often the guesses of `full` were made anew."""
    lines = ["## Rounds", "", "    allways check FILE --json", "", "How many rounds `full` needed: a refuted guess about accesses starts another one.", ""]
    lines += ["| | states | rounds |", "| --- | --- | --- |"]
    for program in sorted(glob.glob("examples/*.c") + glob.glob("examples/ipc/check*.c")):
        out = report(program)
        states = "–" if gave_up(out) else f"{out['states']:,}"
        lines.append(f"| {program.removeprefix('examples/')} | {states} | {out['rounds']} |")
        print(lines[-1], file=sys.stderr)
    return "\n".join(lines) + "\n"


def main():
    queue = "examples/two_lock_queue.c -- -DTHREADS='\"%s\"'"
    queues = [(t, queue % t) for t in ["E|D", "EE|DD", "EEE|DDD", "EEEE|DDDD", "EEEEE|DDDDD"]]
    lock_free = [(t, f"examples/ms_queue.c -- -DTHREADS='\"{t}\"'") for t in ["E|D", "EE|DD", "E|E|D", "EE|EE|DD"]]
    robots = [(str(n), f"examples/robots.c -- -DN={n}") for n in range(2, 10)]
    ipc = lambda kind: [(str(q), f"examples/ipc/check_{kind}.c -- -DQUEUE={q} -DMESSAGES={q}") for q in range(1, 5)]
    counter = "bench/racy_counter.c --property assert,deadlock,memory,ub"
    counters = [(f"{t} × 3", f"{counter} -- -DTHREADS={t}") for t in [1, 2, 3]]
    levels = [(level or "as written", f"examples/peterson.c {level}") for level in ["-O0", "", "-O1", "-O2"]]
    every = [("none", "--reduction none"), ("tau", "--reduction tau")] + REDUCTIONS
    parts = [
        "# States with each reduction\n",
        f"Measured by `bench/figures.py`. A dash means: not finished within {SECONDS} s and {STATES:,} states on a busy core. With `superstep` and `full` the numbers\ndepend a little on the order in which threads are expanded, and so on the name of the file.\n",
        plain("peterson_levels", "Peterson, one round", "optimisation", "allways check examples/peterson.c -O… --reduction R", levels, every),
        peterson("peterson", "Peterson against context bounds", "examples/peterson.c", "", True),
        peterson("peterson_plain", "Peterson without volatile, optimised", "examples/peterson_plain.c", "-O2", False),
        peterson("peterson_swapped", "Peterson, statements swapped", "examples/peterson_swapped.c", "", True),
        plain("robots", "Two robots on an N × N board", "N", "allways check examples/robots.c -DN=… --reduction R", robots),
        plain("ipc_one", "IPC module, one sender", "queue and messages", "allways check examples/ipc/check_one_sender.c -DQUEUE=n -DMESSAGES=n --reduction R", ipc("one_sender")),
        plain("ipc_two", "IPC module, two senders", "queue and messages", "allways check examples/ipc/check_two_senders.c -DQUEUE=n -DMESSAGES=n --reduction R", ipc("two_senders")[:2]),
        plain("two_lock", "Two-lock queue", "threads", "allways check examples/two_lock_queue.c -DTHREADS='\"…\"' --reduction R", queues),
        plain("lock_free", "Michael and Scott's lock-free queue", "threads", "allways check examples/ms_queue.c -DTHREADS='\"…\"' --reduction R", lock_free),
        plain("counter", "Racy counter", "threads", f"allways check {counter} -DTHREADS=… --reduction R", counters, REDUCTIONS + [("full, symmetry", "--reduction full --symmetry threads")]),
        cost(),
        rounds(),
    ]
    open("docs/log/figures.md", "w").write("\n".join(parts))


main()
