// expect: -- -fno-builtin => violated assert
// expect: -- -fno-builtin -DPERROR => violated assert
// expect: -- -fno-builtin -DRTN => violated assert
// expect: -- -fno-builtin -DFAIL => violated
// expect: -- -fno-builtin -DFORTIFY => violated
// expect: -- -fno-builtin -DSTACK => violated
// expect: -- -fno-builtin -DERROR => violated assert
// expect: -- -fno-builtin -DASSERT => violated assert
// expect: -- -fno-builtin -DERRX => holds
// expect: -- -fno-builtin -DVERR => holds
// expect: -- -fno-builtin -DVERRX => holds
// Functions that do not return, by their names.
#include <stdarg.h>

extern void __assert(const char *, const char *, int), __assert_rtn(const char *, const char *, int, const char *), __assert_perror_fail(int, const char *, unsigned, const char *);
extern void __chk_fail(void), __fortify_fail(const char *), __stack_chk_fail(void), __VERIFIER_error(void), __VERIFIER_assert(int);
extern void errx(int, const char *, ...), verr(int, const char *, va_list), verrx(int, const char *, va_list), abort(void);

static void end(void (*how)(int, const char *, va_list), ...) {
  va_list list;
  va_start(list, how);
  how(3, "%d", list);
}

int main(void) {
#if defined PERROR
  __assert_perror_fail(2, __FILE__, __LINE__, __func__); //~ assert
#elif defined RTN
  __assert_rtn(__func__, __FILE__, __LINE__, "never"); //~ assert
#elif defined FAIL
  __chk_fail(); //~ assert
#elif defined FORTIFY
  __fortify_fail("smashing"); //~ assert
#elif defined STACK
  __stack_chk_fail(); //~ assert
#elif defined ERROR
  __VERIFIER_error(); //~ assert
#elif defined ASSERT
  __VERIFIER_assert(1);
  __VERIFIER_assert(0); //~ assert
#elif defined ERRX
  errx(2, "%d", 5);
#elif defined VERR
  end(verr, 5);
#elif defined VERRX
  end(verrx, 5);
#else
  __assert("never", __FILE__, __LINE__); //~ assert
#endif
  abort();
}
