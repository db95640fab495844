//! The functions of `include/allways_vm.h`.
//!
//! A verifier is one thread that owns one machine, so there is one session, made by `pan_setup` and
//! kept until the process ends. Calls from several threads are not allowed, and the header says so.

use super::session::Session;
use crate::buffer::MATCHED;
use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The environment variable that names a file for the steps taken.
const SCHEDULE: &str = "ALLWAYS_PAN_SCHEDULE";

/// The session and the buffer that belongs to it.
struct Open {
    session: Session,
    buffer: *mut u8,
    size: usize,
    /// What is matched instead of the buffer; null without an abstraction.
    matched: *mut u8,
}

static OPEN: AtomicPtr<Open> = AtomicPtr::new(ptr::null_mut());
static MESSAGE: AtomicPtr<c_char> = AtomicPtr::new(ptr::null_mut());

unsafe extern "C" {
    fn atexit(function: extern "C" fn()) -> c_int;
}

/// Runs something with the session and the buffer; `otherwise` where there is no session.
fn with<T>(otherwise: T, act: impl FnOnce(&mut Session, &mut [u8]) -> T) -> T {
    let open = OPEN.load(Ordering::Relaxed);
    if open.is_null() {
        return otherwise;
    }
    // SAFETY: `pan_setup` made it from a box that is never freed; the caller's contract says that one
    // thread calls, and no function of this file calls another through C, so nothing else borrows it.
    // The buffer is `size` bytes of the caller's that live as long as the process.
    let (session, buffer) = unsafe {
        let open = &mut *open;
        (&mut open.session, std::slice::from_raw_parts_mut(open.buffer, open.size))
    };
    match ready(session, buffer.len()) {
        Ok(()) => act(session, buffer),
        Err(message) => {
            say(&message);
            otherwise
        }
    }
}

/// The buffer is large enough, also for what was asked since `pan_setup`, and the machine runs.
fn ready(session: &mut Session, size: usize) -> Result<(), String> {
    if size < session.smallest_buffer() {
        return Err(format!("the buffer needs at least {} bytes", session.smallest_buffer()));
    }
    session.start()
}

fn say(message: &str) {
    let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
    // An earlier message is not freed: somebody may still hold it. There are one or two in a run.
    MESSAGE.store(text.into_raw(), Ordering::Relaxed);
}

/// A text of the caller's.
fn text<'a>(from: *const c_char) -> &'a str {
    if from.is_null() {
        return "";
    }
    // SAFETY: the header asks for a text that ends with a zero and outlives the call.
    unsafe { CStr::from_ptr(from) }.to_str().unwrap_or("")
}

extern "C" fn at_exit() {
    with((), |session, _| session.end());
}

/// Sets the machine up from a file; 0, or 1 with a message.
///
/// # Safety
/// `file` is a text; `state` points to `size` zeroed bytes that live as long as the process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pan_setup(file: *const c_char, state: *mut c_void, size: usize) -> c_int {
    // SAFETY: see above.
    let file = unsafe { CStr::from_ptr(file) };
    let path = Path::new(OsStr::from_bytes(file.to_bytes()));
    let session = match Session::open(path, std::env::var_os(SCHEDULE).map(PathBuf::from)) {
        Ok(session) => session,
        Err(message) => {
            say(&message);
            return 1;
        }
    };
    if state.is_null() || size < session.smallest_buffer() {
        say(&format!("the buffer needs at least {} bytes", session.smallest_buffer()));
        return 1;
    }
    let open = Open { session, buffer: state.cast(), size, matched: ptr::null_mut() };
    OPEN.store(Box::into_raw(Box::new(open)), Ordering::Relaxed);
    // SAFETY: a function without arguments that stays in the program.
    unsafe { atexit(at_exit) };
    0
}

/// The last message, or an empty text.
#[unsafe(no_mangle)]
pub extern "C" fn pan_message() -> *const c_char {
    let message = MESSAGE.load(Ordering::Relaxed);
    if message.is_null() { c"".as_ptr() } else { message }
}

/// Changes the session before it starts; 0, or 1 with a message.
fn prepare(act: impl FnOnce(&mut Session) -> Result<(), String>) -> c_int {
    let open = OPEN.load(Ordering::Relaxed);
    let result = if open.is_null() {
        Err("pan_setup comes first".to_string())
    } else {
        // SAFETY: see `with`.
        act(unsafe { &mut (*open).session })
    };
    match result {
        Ok(()) => 0,
        Err(message) => {
            say(&message);
            1
        }
    }
}

fn known(session: &mut Session, function: &str) -> Result<(), String> {
    if session.has_function(function) {
        return Ok(());
    }
    Err(format!("the program has no function `{function}`"))
}

/// Runs a function before the threads start; 0, or 1 with a message.
#[unsafe(no_mangle)]
pub extern "C" fn pan_run_function(function: *const c_char) -> c_int {
    prepare(|session| {
        known(session, text(function))?;
        session.run_first(text(function));
        Ok(())
    })
}

/// Starts a thread; 0, or 1 with a message.
#[unsafe(no_mangle)]
pub extern "C" fn pan_start_thread(
    thread: c_int,
    function: *const c_char,
    argument: *const c_void,
) -> c_int {
    prepare(|session| {
        known(session, text(function))?;
        let thread = u32::try_from(thread).unwrap_or(0);
        if session.start_thread(thread, text(function), argument as u64) {
            return Ok(());
        }
        Err("threads are started in order, beginning with number 1".to_string())
    })
}

/// A function that must return true in every state; 0, or 1 with a message.
#[unsafe(no_mangle)]
pub extern "C" fn pan_register_invariant(function: *const c_char) -> c_int {
    prepare(|session| {
        known(session, text(function))?;
        session.add_invariant(text(function));
        Ok(())
    })
}

/// Tells states apart by what a function writes; 0, or 1 with a message.
///
/// # Safety
/// `matched` points to `size` zeroed bytes that live as long as the process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pan_register_abstraction(
    function: *const c_char,
    matched: *mut c_void,
    size: usize,
) -> c_int {
    let result = prepare(|session| {
        if matched.is_null() || size < MATCHED {
            return Err(format!("the matched buffer needs {MATCHED} bytes"));
        }
        if function.is_null() {
            return session.set_abstraction(None);
        }
        known(session, text(function))?;
        session.set_abstraction(Some(text(function)))
    });
    if result == 0 {
        // SAFETY: `prepare` has found the session; see `with`.
        unsafe { (*OPEN.load(Ordering::Relaxed)).matched = matched.cast() };
    }
    result
}

/// Allows that many preemptive switches; 0, or 1 with a message.
#[unsafe(no_mangle)]
pub extern "C" fn pan_set_bound(switches: c_int) -> c_int {
    prepare(|session| {
        let switches = u16::try_from(switches).map_err(|_| "the bound is out of range")?;
        session.set_bound(switches);
        Ok(())
    })
}

fn numbers(thread: c_int, outcome: c_int) -> Option<(u32, u32)> {
    Some((u32::try_from(thread).ok()?, u32::try_from(outcome).ok()?))
}

fn enabled(thread: c_int, outcome: c_int, bounded: bool) -> c_int {
    let Some((thread, outcome)) = numbers(thread, outcome) else { return 0 };
    with(0, |session, buffer| session.is_enabled(buffer, thread, outcome, bounded).into())
}

/// Whether a thread can move.
#[unsafe(no_mangle)]
pub extern "C" fn pan_enabled(thread: c_int) -> c_int {
    enabled(thread, 0, false)
}

/// Whether a thread can move and the bound on switches lets it.
#[unsafe(no_mangle)]
pub extern "C" fn pan_enabled_cb(thread: c_int) -> c_int {
    enabled(thread, 0, true)
}

/// Whether a thread's next operation has an outcome of that number.
#[unsafe(no_mangle)]
pub extern "C" fn pan_enabled_outcome(thread: c_int, outcome: c_int) -> c_int {
    enabled(thread, outcome, false)
}

/// The same within the bound on switches.
#[unsafe(no_mangle)]
pub extern "C" fn pan_enabled_outcome_cb(thread: c_int, outcome: c_int) -> c_int {
    enabled(thread, outcome, true)
}

/// A step of a thread, with the first outcome.
#[unsafe(no_mangle)]
pub extern "C" fn pan_step(thread: c_int) {
    pan_step_outcome(thread, 0);
}

/// A step of a thread.
#[unsafe(no_mangle)]
pub extern "C" fn pan_step_outcome(thread: c_int, outcome: c_int) {
    let Some((thread, outcome)) = numbers(thread, outcome) else { return };
    with((), |session, buffer| {
        session.step(buffer, thread, outcome);
        // SAFETY: `with` has found the session; the caller of `pan_register_abstraction` promised the
        // bytes, and they are not part of the buffer.
        let matched = unsafe { (*OPEN.load(Ordering::Relaxed)).matched };
        if !matched.is_null() {
            session
                .write_matched(buffer, unsafe { std::slice::from_raw_parts_mut(matched, MATCHED) });
        }
    });
}

/// Whether the search is over in this state.
#[unsafe(no_mangle)]
pub extern "C" fn pan_failed() -> c_int {
    with(1, |session, buffer| {
        let failed = session.has_failed(buffer);
        if let Some(why) = session.why_broken() {
            say(&why);
        }
        failed.into()
    })
}

/// Whether a proposition holds.
#[unsafe(no_mangle)]
pub extern "C" fn pan_holds(proposition: c_int) -> c_int {
    let Ok(proposition) = u32::try_from(proposition) else { return 0 };
    with(0, |session, buffer| session.holds(buffer, proposition).into())
}

/// Whether this is no execution of the program.
#[unsafe(no_mangle)]
pub extern "C" fn pan_strayed() -> c_int {
    with(0, |session, buffer| session.has_strayed(buffer).into())
}

/// Whether nobody moves any more.
#[unsafe(no_mangle)]
pub extern "C" fn pan_ended() -> c_int {
    with(1, |session, buffer| session.has_ended(buffer).into())
}

/// The last state of an execution is repeated.
#[unsafe(no_mangle)]
pub extern "C" fn pan_rest() {
    with((), |session, _| session.rest());
}
