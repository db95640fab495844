// In place of libc++'s header of this name: how a thread waits for an atomic variable. libc++ looks at the
// variable again and again, goes to sleep when some microseconds have passed, and gives up when the time is
// over. A checked program's clock stands still, so it goes to sleep at once, and whether the time is over
// before somebody wakes it is open.
#ifndef _LIBCPP___THREAD_POLL_WITH_BACKOFF_H
#define _LIBCPP___THREAD_POLL_WITH_BACKOFF_H

#include <__chrono/duration.h>
#include <__chrono/high_resolution_clock.h>
#include <__config>

#pragma GCC system_header

extern "C" unsigned __allways_time_is_over(void);

_LIBCPP_BEGIN_NAMESPACE_STD

static inline const int __libcpp_polling_count = 0;

enum class __backoff_results : unsigned char {
  __continue_poll = 1,
  __poll_success = 2,
  __timeout = 3,
  __backoff_failure = 4,
};

enum class __poll_with_backoff_results : unsigned char {
  __poll_success = 2,
  __timeout = 3,
  __backoff_failure = 4,
};

template <class _Poll, class _Backoff>
_LIBCPP_HIDE_FROM_ABI __poll_with_backoff_results __libcpp_thread_poll_with_backoff(
    _Poll&& __poll, _Backoff&& __backoff, chrono::nanoseconds __limit = chrono::nanoseconds::zero()) {
  for (;;) {
    if (__poll())
      return __poll_with_backoff_results::__poll_success;
    if (__limit != chrono::nanoseconds::zero() && __allways_time_is_over())
      return __poll_with_backoff_results::__timeout;
    auto __result = __backoff(chrono::nanoseconds(1000000));
    if (__result != __backoff_results::__continue_poll)
      return static_cast<__poll_with_backoff_results>(__result);
  }
}

struct __spinning_backoff_policy {
  _LIBCPP_HIDE_FROM_ABI _LIBCPP_CONSTEXPR __backoff_results operator()(chrono::nanoseconds const&) const {
    return __backoff_results::__continue_poll;
  }
};

_LIBCPP_END_NAMESPACE_STD

#endif
