//! States per second and bytes per state of the engines, without a virtual machine.
//!
//! `cargo run --release -p allways-search --example throughput [COUNTERS LIMIT]`
//!
//! The system is a number of counters, each in an interned piece of 24 bytes, held together by a
//! trie: what a step costs is the interning of what it changes.

use allways_search::{Control, Options, Order, run};
use allways_space::{System, Verdict};
use allways_testkit::{Counters, Graph, To};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse().ok());
    let mut number = |default: u32| arguments.next().flatten().unwrap_or(default);
    let (count, limit) = (number(6), number(12));
    for wrap in [false, true] {
        for order in [Order::Dfs, Order::Bfs] {
            let counters = Counters::new(count as u8, limit, wrap);
            let name = format!("{count} counters to {limit}, wrapping: {wrap}");
            measure(&name, &counters, order);
        }
    }
    let nodes = 3_000_000;
    let edges = (0..nodes).flat_map(|n| {
        let far = u64::from(n) * 2_654_435_761 % u64::from(nodes);
        [(n, To::Node((n + 1) % nodes)), (n, To::Node(far as u32))]
    });
    let graph = Graph::of(nodes, edges);
    for order in [Order::Dfs, Order::Bfs] {
        measure("a graph with two edges per node", &graph, order);
    }
}

fn measure<S: System>(name: &str, system: &S, order: Order) {
    let options = Options { order, ..Options::default() };
    match run(system, &options, &Control::none()) {
        Ok(Verdict::Holds(c)) => println!(
            "{name}, {order:?}: {} states, {:.2} M states/s, {:.2} M transitions/s, depth {}, {:.1} bytes/state",
            c.states,
            c.states as f64 / c.seconds / 1e6,
            c.transitions as f64 / c.seconds / 1e6,
            c.depth,
            c.bytes_per_state(),
        ),
        other => println!("{name}, {order:?}: {other:?}"),
    }
}
