// Pages of memory: empty at the start and after MADV_DONTNEED.
// expect: => holds
// expect: -DUSED_AFTER => violated memory
// expect: -DBEYOND => violated memory
// expect: -DPART => error
// expect: -DFORBIDDEN => error
// expect: -DSHARED => violated race
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>

static void *worker(void *pages) {
  ((int *)pages)[3] = 1;
  return 0;
}

int main(void) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#ifdef FORBIDDEN
  mmap(0, 4096, PROT_NONE, flags, -1, 0);
#endif
  assert(mmap(0, 0, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED && errno == EINVAL);
  int *pages = mmap(0, 5000, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (pages == MAP_FAILED) return 0;
  assert(pages[0] == 0 && pages[2047] == 0);
  pages[0] = 5;
  assert(madvise(pages, 8192, MADV_WILLNEED) == 0 && pages[0] == 5);
  assert(madvise(pages, 4096, MADV_DONTNEED) == 0 && pages[0] == 0);
  assert(madvise(pages, 4096, MADV_FREE) == -1 && posix_madvise(pages, 4096, POSIX_MADV_RANDOM) == 0);
  assert(mprotect(pages, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0);
  assert(mlock(pages, 4096) == 0 && munlock(pages, 4096) == 0 && mlockall(0) == 0 && munlockall() == 0);
#ifdef BEYOND
  pages[2048] = 1;  //~ memory
#endif
#ifdef PART
  munmap(pages, 4096);
#endif
#ifdef SHARED
  pthread_t thread;
  pthread_create(&thread, 0, worker, pages);
  madvise(pages, 4096, MADV_DONTNEED);
  pthread_join(thread, 0);
#endif
  assert(munmap(pages, 8192) == 0);
#ifdef USED_AFTER
  pages[0] = 1;  //~ memory
#endif
  void *large = mmap64(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  munmap(large, 1 << 20);
  return 0;
}
