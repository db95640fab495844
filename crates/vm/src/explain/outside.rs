//! Functions that lead out of the checked program: why there is no model of them.

use allways_trace::NoModel;

/// What a function would need that a check does not have.
pub(super) fn missing(name: &str) -> Option<NoModel> {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    if PROCESSES.contains(&name) || starts(&["exec", "posix_spawn"]) {
        Some(NoModel::Processes)
    } else if FILES.contains(&name) {
        Some(NoModel::Files)
    } else if NETWORK.contains(&name) || starts(&["epoll_"]) {
        Some(NoModel::Network)
    } else if SIGNALS.contains(&name) || starts(&["timer_"]) {
        Some(NoModel::Signals)
    } else {
        None
    }
}

const PROCESSES: [&str; 10] =
    ["clone", "daemon", "fork", "pclose", "popen", "system", "vfork", "wait", "wait4", "waitpid"];

const FILES: [&str; 25] = [
    "close",
    "creat",
    "dup",
    "dup2",
    "fdopen",
    "fmemopen",
    "fopen",
    "fopen64",
    "freopen",
    "fstat",
    "ioctl",
    "lseek",
    "mkdir",
    "mkstemp",
    "open",
    "open64",
    "open_memstream",
    "openat",
    "opendir",
    "pipe",
    "pipe2",
    "remove",
    "stat",
    "tmpfile",
    "unlink",
];

const NETWORK: [&str; 15] = [
    "accept",
    "accept4",
    "bind",
    "connect",
    "eventfd",
    "getaddrinfo",
    "listen",
    "recv",
    "recvfrom",
    "recvmsg",
    "send",
    "sendmsg",
    "sendto",
    "socket",
    "socketpair",
];

const SIGNALS: [&str; 6] = ["alarm", "kill", "pthread_kill", "setitimer", "sigsuspend", "sigwait"];
