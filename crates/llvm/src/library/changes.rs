//! What is changed in the library's own files. All of it is what a program cannot tell, and what each thread would
//! otherwise do in sight of the others, or with an address as a number.

use super::{streams, unreadable, write};
use crate::Error;
use std::path::Path;

/// Files below the library's folder, and what is put in place of what in them.
pub const CHANGES: [(&str, &[(&str, &str)]); 16] = [
    ("libcxx/include/__thread/thread.h", THREAD),
    ("libcxx/include/__atomic/atomic_waitable_traits.h", WAITABLE),
    ("libcxx/include/__atomic/atomic_sync.h", SYNC),
    ("libcxx/include/__atomic/atomic_sync_timed.h", SYNC_TIMED),
    ("libcxx/src/barrier.cpp", BARRIER),
    ("libcxx/src/memory.cpp", MEMORY),
    ("libcxx/include/__condition_variable/condition_variable.h", CONDITION),
    ("libcxx/src/condition_variable.cpp", CONDITION_SOURCE),
    ("libcxx/include/future", FUTURE),
    ("libcxx/include/__thread/this_thread.h", THIS_THREAD),
    ("libcxx/include/ios", streams::IOS),
    ("libcxx/src/ios.cpp", streams::IOS_SOURCE),
    ("libcxx/include/istream", streams::ISTREAM),
    ("libcxx/include/__locale_dir/pad_and_output.h", streams::PAD),
    ("libcxx/src/std_stream.h", streams::BUFFERS),
    ("libcxx/src/iostream.cpp", streams::STREAMS),
];

/// What a thread does when it ends besides (to notify, to make a result ready) is kept in an object that the library
/// makes for every thread before it starts, and hands to it by a key. Nearly no thread uses that. So it is made
/// when a thread first asks for it, as the library does already for threads that it has not started.
const THREAD: &[(&str, &str)] = &[
    ("_TSPtr __tsp(new __thread_struct);", "_TSPtr __tsp(nullptr);"),
    ("__thread_local_data().set_pointer(std::get<0>(*__p.get()).release());", ""),
    ("__tsp_(new __thread_struct)", "__tsp_(nullptr)"),
    ("__thread_local_data().set_pointer(__p->__tsp_.release());", ""),
    (
        "operator->() const { return get(); }",
        "operator->() const { if (!get()) std::__libcpp_tls_set(__key_, new _Tp); return get(); }",
    ),
];

/// A thread waits at an atomic variable of any size itself, and not at one of a table of counters, which is chosen
/// by the address.
const WAITABLE: &[(&str, &str)] =
    &[("is_same_v<_Tp, __cxx_contention_t>;", "is_trivially_copyable_v<_Tp>;")];

const SYNC: &[(&str, &str)] = &[
    (
        "__atomic_wait_native(void const* __address, void const* __old_value) _NOEXCEPT;",
        "__atomic_wait_native(void const* __address, void const* __old_value) _NOEXCEPT {
           ::__allways_atomic_wait(__address, __old_value, _Size, 0);
         }",
    ),
    (
        "__atomic_notify_one_native(const void*) _NOEXCEPT;",
        "__atomic_notify_one_native(const void* __address) _NOEXCEPT {
           ::__allways_atomic_notify(__address, 0);
         }",
    ),
    (
        "__atomic_notify_all_native(const void*) _NOEXCEPT;",
        "__atomic_notify_all_native(const void* __address) _NOEXCEPT {
           ::__allways_atomic_notify(__address, 1);
         }",
    ),
];

const SYNC_TIMED: &[(&str, &str)] = &[(
    "__atomic_wait_native_with_timeout(void const* __address, void const* __old_value, uint64_t __timeout_ns) _NOEXCEPT;",
    "__atomic_wait_native_with_timeout(void const* __address, void const* __old_value, uint64_t) _NOEXCEPT {
       ::__allways_atomic_wait(__address, __old_value, _Size, 1);
     }",
)];

/// Where in its tree a thread begins to arrive is chosen by the thread's number, and could be anywhere.
const BARRIER: &[(&str, &str)] =
    &[("hash<thread::id>()(this_thread::get_id()) % ((__expected_ + 1) >> 1)", "0")];

/// Which mutex guards a `shared_ptr` that is used atomically is chosen by its address. Nothing but an exchange is done
/// with it, so one mutex serves all.
const MEMORY: &[(&str, &str)] = &[("hash<const void*>()(p) & (__sp_mut_count - 1)", "0")];

/// Whether the time of a wait is over is what the wait says, or open where somebody woke the thread: the time may have
/// passed meanwhile. The library looks at the clock instead, which stands still
/// in a checked program.
const CONDITION: &[(&str, &str)] = &[
    (
        "    __do_timed_wait(__lk, __t_ns);
    return _Clock::now() < __t ? cv_status::no_timeout : cv_status::timeout;",
        "    return __do_timed_wait(__lk, __t_ns);",
    ),
    (
        "      __do_timed_wait(__lk, __clock_tp_ns::max());",
        "      return __do_timed_wait(__lk, __clock_tp_ns::max());",
    ),
    (
        "      __do_timed_wait(__lk, __clock_tp_ns(nanoseconds(__now_count_ns + __d_ns_count)));",
        "      return __do_timed_wait(__lk, __clock_tp_ns(nanoseconds(__now_count_ns + __d_ns_count)));",
    ),
    (
        "    return steady_clock::now() - __c_now < __d ? cv_status::no_timeout : cv_status::timeout;
",
        "",
    ),
    ("  void\n  __do_timed_wait(", "  cv_status\n  __do_timed_wait("),
    (
        "void\n  __do_timed_wait(unique_lock<mutex>& __lk, chrono::time_point<chrono::steady_clock,",
        "cv_status\n  __do_timed_wait(unique_lock<mutex>& __lk, chrono::time_point<chrono::steady_clock,",
    ),
    (
        "void\n  __do_timed_wait(unique_lock<mutex>& __lk, chrono::time_point<_Clock,",
        "cv_status\n  __do_timed_wait(unique_lock<mutex>& __lk, chrono::time_point<_Clock,",
    ),
    (
        "inline void condition_variable::__do_timed_wait(\n",
        "inline cv_status condition_variable::__do_timed_wait(\n",
    ),
    (
        "std::__throw_system_error(__ec, \"condition_variable timed_wait failed\");",
        "std::__throw_system_error(__ec, \"condition_variable timed_wait failed\");
  return __ec == ETIMEDOUT || ::__allways_time_is_over() ? cv_status::timeout : cv_status::no_timeout;",
    ),
    (
        "inline void condition_variable::__do_timed_wait(unique_lock",
        "inline cv_status condition_variable::__do_timed_wait(unique_lock",
    ),
    ("  wait_for(__lk, __tp - _Clock::now());", "  return wait_for(__lk, __tp - _Clock::now());"),
];

const CONDITION_SOURCE: &[(&str, &str)] = &[
    ("void condition_variable::__do_timed_wait(", "cv_status condition_variable::__do_timed_wait("),
    (
        "std::__throw_system_error(ec, \"condition_variable timed_wait failed\");",
        "std::__throw_system_error(ec, \"condition_variable timed_wait failed\");
  return ec == ETIMEDOUT || ::__allways_time_is_over() ? cv_status::timeout : cv_status::no_timeout;",
    ),
];

const FUTURE: &[(&str, &str)] = &[(
    "      __cv_.wait_until(__lk, __abs_time);",
    "      if (__cv_.wait_until(__lk, __abs_time) == cv_status::timeout) break;",
)];

const THIS_THREAD: &[(&str, &str)] = &[(
    "    __cv.wait_until(__lk, __t);",
    "    if (__cv.wait_until(__lk, __t) == cv_status::timeout) break;",
)];

/// Changes the files. One that is not as expected is not the one that we know.
pub(super) fn apply(folder: &Path) -> Result<(), Error> {
    for (name, changes) in CHANGES {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).map_err(|e| unreadable(&path, &e))?;
        let changed = changed(text, changes).map_err(|missing| Error::Read {
            file: path.display().to_string(),
            why: format!("`{missing}` is not there"),
        })?;
        write(&path, changed.as_bytes())?;
    }
    Ok(())
}

fn changed<'c>(mut text: String, changes: &[(&'c str, &str)]) -> Result<String, &'c str> {
    for (from, to) in changes {
        if text.matches(from).count() != 1 {
            return Err(from);
        }
        text = text.replace(from, to);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_once_is_not_changed() {
        let changes = &[("a", "b")];
        assert_eq!(changed("xay".into(), changes), Ok("xby".into()));
        assert_eq!(changed("xy".into(), changes), Err("a"));
        assert_eq!(changed("aa".into(), changes), Err("a"));
    }
}
