//! Random concurrent programs: the final states that SPIN reaches, in every way to translate, are exactly those that
//! an explorer of a hundred lines finds by interleaving C's loads and stores itself.

use crate::spin_runner::{folder, model, modes, outcomes};
use allways_testkit::seeds;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

const SHARED: usize = 3;
const LOCALS: usize = 2;

#[derive(Clone, Debug)]
enum Value {
    Number(i64),
    Local(usize),
    Shared(usize),
    Sum(Box<Value>, Box<Value>),
}

#[derive(Clone, Debug)]
enum Stmt {
    Store(usize, Value),
    Load(usize, Value),
    Increment(usize),
    Add(usize, Value),
    FetchAdd(usize, i64),
    CompareExchange(usize, i64, i64),
    If(Value, i64, Vec<Stmt>, Vec<Stmt>),
    Twice(Vec<Stmt>),
    Locked(Vec<Stmt>),
    Call(usize),
}

struct Program {
    /// Bodies of functions that any thread may call.
    functions: Vec<Vec<Stmt>>,
    threads: Vec<Vec<Stmt>>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % limit as u64) as usize
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth > 0 { 5 } else { 3 }) {
            0 => Value::Number(self.below(4) as i64),
            1 => Value::Local(self.below(LOCALS)),
            2 => Value::Shared(self.below(SHARED)),
            _ => Value::Sum(Box::new(self.value(depth - 1)), Box::new(self.value(depth - 1))),
        }
    }

    fn statement(&mut self, depth: usize, calls: bool) -> Stmt {
        let var = self.below(SHARED);
        match self.below(if depth > 0 { 12 } else { 7 }) {
            0 => Stmt::Store(var, self.value(1)),
            1 => Stmt::Load(self.below(LOCALS), self.value(1)),
            2 => Stmt::Increment(var),
            3 => Stmt::Add(var, self.value(0)),
            4 => Stmt::FetchAdd(var, 1 + self.below(2) as i64),
            5 => Stmt::CompareExchange(var, self.below(3) as i64, self.below(4) as i64),
            6 if calls => Stmt::Call(self.below(2)),
            6 => Stmt::Increment(var),
            7 | 8 => {
                let (then, otherwise) =
                    (self.list(depth - 1, 2, calls), self.list(depth - 1, 1, calls));
                Stmt::If(self.value(1), self.below(3) as i64, then, otherwise)
            }
            9 => Stmt::Twice(self.list(depth - 1, 1, calls)),
            _ => Stmt::Locked(self.list(0, 2, false)),
        }
    }

    fn list(&mut self, depth: usize, length: usize, calls: bool) -> Vec<Stmt> {
        let length = self.below(length + 1);
        (0..length).map(|_| self.statement(depth, calls)).collect()
    }

    fn program(&mut self) -> Program {
        let functions =
            (0..2).map(|_| vec![self.statement(1, false), self.statement(0, false)]).collect();
        let threads = (0..2)
            .map(|_| (0..2 + self.below(2)).map(|_| self.statement(2, true)).collect())
            .collect();
        Program { functions, threads }
    }
}

fn c_value(value: &Value) -> String {
    match value {
        Value::Number(n) => n.to_string(),
        Value::Local(l) => format!("l{l}"),
        Value::Shared(s) => format!("x{s}"),
        Value::Sum(a, b) => format!("({} + {})", c_value(a), c_value(b)),
    }
}

fn c_list(body: &[Stmt], out: &mut String) {
    for stmt in body {
        match stmt {
            Stmt::Store(x, v) => writeln!(out, "x{x} = {};", c_value(v)).unwrap(),
            Stmt::Load(l, v) => writeln!(out, "l{l} = {};", c_value(v)).unwrap(),
            Stmt::Increment(x) => writeln!(out, "x{x}++;").unwrap(),
            Stmt::Add(x, v) => writeln!(out, "x{x} += {};", c_value(v)).unwrap(),
            Stmt::FetchAdd(x, by) => {
                writeln!(out, "l0 = __sync_fetch_and_add(&x{x}, {by});").unwrap()
            }
            Stmt::CompareExchange(x, old, new) => {
                writeln!(out, "l1 = __sync_val_compare_and_swap(&x{x}, {old}, {new});").unwrap();
            }
            Stmt::If(v, n, a, b) => {
                writeln!(out, "if ({} == {n}) {{", c_value(v)).unwrap();
                c_list(a, out);
                out.push_str("} else {\n");
                c_list(b, out);
                out.push_str("}\n");
            }
            Stmt::Twice(body) => {
                out.push_str("for (int i = 0; i < 2; i++) {\n");
                c_list(body, out);
                out.push_str("}\n");
            }
            Stmt::Locked(body) => {
                out.push_str("pthread_mutex_lock(&m);\n");
                c_list(body, out);
                out.push_str("pthread_mutex_unlock(&m);\n");
            }
            Stmt::Call(f) => writeln!(out, "l0 = f{f}(l0, l1);").unwrap(),
        }
    }
}

fn c_program(program: &Program) -> String {
    let mut out = String::from("#include <pthread.h>\n#include <stdio.h>\nint x0, x1, x2, r[2];\n");
    out.push_str("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n");
    for (f, body) in program.functions.iter().enumerate() {
        writeln!(out, "static int f{f}(int l0, int l1) {{").unwrap();
        c_list(body, &mut out);
        out.push_str("return l0 + l1;\n}\n");
    }
    for (t, body) in program.threads.iter().enumerate() {
        writeln!(out, "static void *t{t}(void *u) {{ int l0 = 0, l1 = 0;").unwrap();
        c_list(body, &mut out);
        writeln!(out, "r[{t}] = l0 * 100 + l1; return u; }}").unwrap();
    }
    out.push_str("int main(void) { pthread_t a, b;\n");
    out.push_str("pthread_create(&a, 0, t0, 0); pthread_create(&b, 0, t1, 0);\n");
    out.push_str("pthread_join(a, 0); pthread_join(b, 0);\n");
    out.push_str("printf(\"=%d %d %d %d %d\\n\", x0, x1, x2, r[0], r[1]); return 0; }\n");
    out
}

/// One step of the reference machine: at most one shared access each.
#[derive(Clone, Debug)]
enum Op {
    /// temporary ← shared
    Read(usize, usize),
    /// shared ← temporary
    Write(usize, usize),
    FetchAdd(usize, i64, usize),
    CompareExchange(usize, i64, i64, usize),
    Lock,
    Unlock,
    /// temporary ← number, sum, copy
    Set(usize, i64),
    Sum(usize, usize, usize),
    Copy(usize, usize),
    /// Jumps unless a temporary has the value.
    Unless(usize, i64, usize),
    Jump(usize),
}

/// Compiles a thread; registers 0 and 1 are its local variables.
struct Compiler<'p> {
    program: &'p Program,
    ops: Vec<Op>,
    registers: usize,
}

impl Compiler<'_> {
    fn register(&mut self) -> usize {
        self.registers += 1;
        self.registers - 1
    }

    fn value(&mut self, value: &Value, locals: [usize; 2]) -> usize {
        let to = self.register();
        match value {
            Value::Number(n) => self.ops.push(Op::Set(to, *n)),
            Value::Local(l) => self.ops.push(Op::Copy(to, locals[*l])),
            Value::Shared(s) => self.ops.push(Op::Read(to, *s)),
            Value::Sum(a, b) => {
                let (a, b) = (self.value(a, locals), self.value(b, locals));
                self.ops.push(Op::Sum(to, a, b));
            }
        }
        to
    }

    fn list(&mut self, body: &[Stmt], locals: [usize; 2]) {
        for stmt in body {
            self.statement(stmt, locals);
        }
    }

    fn statement(&mut self, stmt: &Stmt, locals: [usize; 2]) {
        match stmt {
            Stmt::Store(x, v) => {
                let v = self.value(v, locals);
                self.ops.push(Op::Write(*x, v));
            }
            Stmt::Load(l, v) => {
                let v = self.value(v, locals);
                self.ops.push(Op::Copy(locals[*l], v));
            }
            Stmt::Increment(x) => self.add(*x, &Value::Number(1), locals),
            Stmt::Add(x, v) => self.add(*x, v, locals),
            Stmt::FetchAdd(x, by) => self.ops.push(Op::FetchAdd(*x, *by, locals[0])),
            Stmt::CompareExchange(x, old, new) => {
                self.ops.push(Op::CompareExchange(*x, *old, *new, locals[1]));
            }
            Stmt::If(v, n, a, b) => {
                let v = self.value(v, locals);
                let test = self.ops.len();
                self.ops.push(Op::Unless(v, *n, 0));
                self.list(a, locals);
                let leave = self.ops.len();
                self.ops.push(Op::Jump(0));
                self.ops[test] = Op::Unless(v, *n, self.ops.len());
                self.list(b, locals);
                self.ops[leave] = Op::Jump(self.ops.len());
            }
            Stmt::Twice(body) => {
                self.list(body, locals);
                self.list(body, locals);
            }
            Stmt::Locked(body) => {
                self.ops.push(Op::Lock);
                self.list(body, locals);
                self.ops.push(Op::Unlock);
            }
            Stmt::Call(f) => {
                let (a, b) = (self.register(), self.register());
                self.ops.extend([Op::Copy(a, locals[0]), Op::Copy(b, locals[1])]);
                let body = self.program.functions[*f].clone();
                self.list(&body, [a, b]);
                self.ops.push(Op::Sum(locals[0], a, b));
            }
        }
    }

    fn add(&mut self, x: usize, by: &Value, locals: [usize; 2]) {
        let by = self.value(by, locals);
        let (old, new) = (self.register(), self.register());
        self.ops.extend([Op::Read(old, x), Op::Sum(new, old, by), Op::Write(x, new)]);
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    shared: [i64; SHARED],
    owner: Option<usize>,
    at: [usize; 2],
    registers: [Vec<i64>; 2],
}

/// The state after one thread's next step, if it can make one.
fn step(state: &State, thread: usize, code: &[Vec<Op>; 2]) -> Option<State> {
    let op = code[thread].get(state.at[thread])?;
    let mut next = state.clone();
    next.at[thread] += 1;
    let registers = &mut next.registers[thread];
    match *op {
        Op::Read(to, x) => registers[to] = next.shared[x],
        Op::Write(x, from) => next.shared[x] = registers[from],
        Op::FetchAdd(x, by, to) => {
            registers[to] = next.shared[x];
            next.shared[x] += by;
        }
        Op::CompareExchange(x, old, new, to) => {
            registers[to] = next.shared[x];
            if next.shared[x] == old {
                next.shared[x] = new;
            }
        }
        Op::Lock if next.owner.is_some() => return None,
        Op::Lock => next.owner = Some(thread),
        Op::Unlock => next.owner = None,
        Op::Set(to, n) => registers[to] = n,
        Op::Sum(to, a, b) => registers[to] = registers[a] + registers[b],
        Op::Copy(to, from) => registers[to] = registers[from],
        Op::Unless(value, n, target) if registers[value] != n => next.at[thread] = target,
        Op::Unless(..) => {}
        Op::Jump(target) => next.at[thread] = target,
    }
    Some(next)
}

fn reference(program: &Program) -> BTreeSet<String> {
    let mut sizes = [0; 2];
    let code: [Vec<Op>; 2] = std::array::from_fn(|t| {
        let mut compiler = Compiler { program, ops: Vec::new(), registers: 2 };
        compiler.list(&program.threads[t], [0, 1]);
        sizes[t] = compiler.registers;
        compiler.ops
    });
    let start = State {
        shared: [0; SHARED],
        owner: None,
        at: [0; 2],
        registers: std::array::from_fn(|t| vec![0; sizes[t]]),
    };
    let (mut seen, mut todo, mut ends) =
        (HashSet::from([start.clone()]), vec![start], BTreeSet::new());
    while let Some(state) = todo.pop() {
        if (0..2).all(|t| state.at[t] >= code[t].len()) {
            let result = |t: usize| state.registers[t][0] * 100 + state.registers[t][1];
            let [x, y, z] = state.shared;
            ends.insert(format!("={x} {y} {z} {} {}", result(0), result(1)));
        }
        for thread in 0..2 {
            if let Some(next) = step(&state, thread, &code)
                && seen.insert(next.clone())
            {
                todo.push(next);
            }
        }
    }
    ends
}

#[test]
fn spin_reaches_exactly_the_outcomes_of_c() {
    for seed in seeds(8) {
        let program = Random(seed).program();
        let source = folder().join("random.c");
        std::fs::write(&source, c_program(&program)).unwrap();
        let expected = reference(&program);
        for (mode, options) in modes() {
            let folder = model(&source, &[], &options);
            let found = outcomes(&folder);
            assert_eq!(
                found,
                expected,
                "seed {seed} ({mode}): {} {}",
                source.display(),
                folder.display()
            );
        }
    }
}
