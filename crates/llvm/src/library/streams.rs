//! Threads may read from and write to the standard streams at the same time without a data race
//! ([iostream.objects.overview] of the C++ standard), as long as the streams are synchronised with those of C. The
//! library keeps this promise for the characters only. Here its input and output functions also share what they
//! keep in a synchronised stream: the width, the state, the count of characters, the fill character and what was read
//! last. What a program sets itself (`setw`, `setfill`, flags) is a plain write, and races with them.
//!
//! Other streams, and all streams after `sync_with_stdio(false)`, are used as before.

type Changes = &'static [(&'static str, &'static str)];

/// A stream knows whether it is synchronised, and how to access what is shared then.
pub const IOS: Changes = &[
    (
        "  void __set_badbit_and_consider_rethrow();",
        "  bool __is_shared() const { return __synchronised_ && __with_stdio_; }
  void __synchronise() { __synchronised_ = true; }
  template <class _Tp>
  _Tp __shared(const _Tp& __x) const { return __is_shared() ? __atomic_load_n(&__x, __ATOMIC_RELAXED) : __x; }
  template <class _Tp>
  void __share(_Tp& __x, _Tp __new) const {
    if (__is_shared())
      __atomic_store_n(&__x, __new, __ATOMIC_RELAXED);
    else
      __x = __new;
  }
  streamsize __used_width() const { return __shared(__width_); }
  void __reset_width() {
    if (!__is_shared() || __used_width())
      __share(__width_, streamsize(0));
  }
  void __set_badbit_and_consider_rethrow();",
    ),
    ("      __rdstate_ |= __state;", "      __share(__rdstate_, rdstate() | __state);"),
    (
        "      __rdstate_ |= __state | ios_base::badbit;",
        "      __share(__rdstate_, rdstate() | __state | ios_base::badbit);",
    ),
    (
        "  iostate __rdstate_;\n  iostate __exceptions_;",
        "  iostate __rdstate_;\n  iostate __exceptions_;\n  bool __synchronised_;\n  static bool __with_stdio_;",
    ),
    ("rdstate() const { return __rdstate_; }", "rdstate() const { return __shared(__rdstate_); }"),
    ("clear(__rdstate_ | __state); }", "clear(rdstate() | __state); }"),
    ("return __rdstate_ == 0;", "return rdstate() == 0;"),
    ("return (__rdstate_ & eofbit) != 0;", "return (rdstate() & eofbit) != 0;"),
    ("return (__rdstate_ & (failbit | badbit)) != 0;", "return (rdstate() & (failbit | badbit)) != 0;"),
    ("return (__rdstate_ & badbit) != 0;", "return (rdstate() & badbit) != 0;"),
];

pub const IOS_SOURCE: Changes = &[
    ("    __rdstate_ = state;", "    __share(__rdstate_, state);"),
    ("    __rdstate_ = state | badbit;", "    __share(__rdstate_, iostate(state | badbit));"),
    ("  __exceptions_  = goodbit;", "  __exceptions_  = goodbit;\n  __synchronised_ = false;"),
    ("  __rdstate_ |= badbit;", "  __share(__rdstate_, rdstate() | badbit);"),
    ("  __rdstate_ |= failbit;", "  __share(__rdstate_, rdstate() | failbit);"),
    (
        "bool ios_base::sync_with_stdio(bool sync) {
  static bool previous_state = true;
  bool r                     = previous_state;
  previous_state             = sync;",
        "bool ios_base::__with_stdio_ = true;

bool ios_base::sync_with_stdio(bool sync) {
  bool r        = __with_stdio_;
  __with_stdio_ = sync;",
    ),
];

/// `gcount` is none of the input functions, so it reads the count as it is.
pub const ISTREAM: Changes = &[
    (
        "  streamsize __gc_;",
        "  struct __count {
    streamsize __n_;
    bool __synchronised_;
    __count(streamsize __n) : __n_(__n), __synchronised_(false) {}
    __count(const __count& __c) : __n_(__c), __synchronised_(false) {}
    operator streamsize() const { return __synchronised_ ? __atomic_load_n(&__n_, __ATOMIC_RELAXED) : __n_; }
    __count& operator=(streamsize __n) {
      if (__synchronised_)
        __atomic_store_n(&__n_, __n, __ATOMIC_RELAXED);
      else
        __n_ = __n;
      return *this;
    }
    __count& operator=(const __count& __c) { return *this = streamsize(__c); }
    __count& operator++() { return *this = *this + 1; }
  };
  __count __gc_;",
    ),
    ("gcount() const { return __gc_; }", "gcount() const { return __gc_.__n_; }
  void __synchronise() { this->ios_base::__synchronise(); __gc_.__synchronised_ = true; }"),
    ("      __is.width(0);\n      if (__s == __p)", "      __is.__reset_width();\n      if (__s == __p)"),
    (
        "  if (__is.width() > 0)\n    __n = std::min(size_t(__is.width()), _Np);",
        "  if (streamsize __w = __is.__used_width(); __w > 0)\n    __n = std::min(size_t(__w), _Np);",
    ),
    ("  streamsize __n = __is.width();", "  streamsize __n = __is.__used_width();"),
    ("      streamsize const __width = __is.width();", "      streamsize const __width = __is.__used_width();"),
    ("      __is.width(0);\n      if (__c == 0)", "      __is.__reset_width();\n      if (__c == 0)"),
];

pub const PAD: Changes = &[
    (
        "__iob.width();
  if (__ns > __sz)
    __ns -= __sz;
  else
    __ns = 0;
  __s = std::copy(__ob, __op, __s);",
        "__iob.__used_width();
  if (__ns > __sz)
    __ns -= __sz;
  else
    __ns = 0;
  __s = std::copy(__ob, __op, __s);",
    ),
    (
        "__iob.width();
  if (__ns > __sz)
    __ns -= __sz;
  else
    __ns = 0;
  streamsize __np",
        "__iob.__used_width();
  if (__ns > __sz)
    __ns -= __sz;
  else
    __ns = 0;
  streamsize __np",
    ),
    (
        "  __s = std::copy(__op, __oe, __s);\n  __iob.width(0);",
        "  __s = std::copy(__op, __oe, __s);\n  __iob.__reset_width();",
    ),
    ("    }\n  }\n  __iob.width(0);", "    }\n  }\n  __iob.__reset_width();"),
];

/// Only what remembers something between two calls is locked: the input, and the output of wide characters.
pub const BUFFERS: Changes = &[
    (
        "_LIBCPP_BEGIN_NAMESPACE_STD",
        "#include <__mutex/mutex.h>
#include <__mutex/unique_lock.h>

_LIBCPP_BEGIN_NAMESPACE_STD",
    ),
    ("  int_type __last_consumed_;\n", "  mutex __lock_;\n  int_type __last_consumed_;\n"),
    (
        "::__getchar(bool __consume) {",
        "::__getchar(bool __consume) {\n  unique_lock<mutex> __locked(__lock_);",
    ),
    (
        "::pbackfail(int_type __c) {",
        "::pbackfail(int_type __c) {\n  unique_lock<mutex> __locked(__lock_);",
    ),
    (
        "  state_type* __st_;\n  bool __always_noconv_;",
        "  state_type* __st_;\n  mutex __lock_;\n  bool __always_noconv_;",
    ),
    (
        "::overflow(int_type __c) {",
        "::overflow(int_type __c) {
  unique_lock<mutex> __locked(__lock_, defer_lock);
  if (!__always_noconv_)
    __locked.lock();",
    ),
    (
        "int __stdoutbuf<_CharT>::sync() {",
        "int __stdoutbuf<_CharT>::sync() {
  unique_lock<mutex> __locked(__lock_, defer_lock);
  if (!__always_noconv_)
    __locked.lock();",
    ),
];

/// The fill character is found out at once, and not by the thread that writes first.
pub const STREAMS: Changes = &[(
    "  std::construct_at(&stream.value, &data.buffer);",
    "  std::construct_at(&stream.value, &data.buffer);
  stream.value.__synchronise();
  stream.value.fill(stream.value.fill());",
)];
