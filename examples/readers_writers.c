// Readers and a writer: does the writer ever get to write?
//
// Readers may be inside together; the writer must be alone. As long as one reader comes before the other
// one leaves, the writer waits, under weak fairness for ever. With -DWRITER_FIRST a waiting writer holds
// up the readers that come after it. In both cases nobody reads a page that is being written (`page` is
// plain: the checker would report a race).
//
// expect: --fair weak => violated ltl
// expect: --fair weak -- -DWRITER_FIRST => holds
// expect: --fair none -- -DWRITER_FIRST => violated ltl
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum AP { Waiting, Writing };
LTL(writer_is_served, G (Waiting -> F Writing));

enum { READERS = 2, WRITER_INSIDE = -1 };

static atomic_int inside; // so many readers, or WRITER_INSIDE
static atomic_bool writer_waits;
static int page;

static void reader_enters(void) {
  int readers;
  do {
#ifdef WRITER_FIRST
    while (writer_waits) {
    }
#endif
    readers = inside;
  } while (readers == WRITER_INSIDE || !atomic_compare_exchange_strong(&inside, &readers, readers + 1));
}

static void writer_enters(void) {
  int readers;
  writer_waits = true;
  do readers = 0;
  while (!atomic_compare_exchange_strong(&inside, &readers, WRITER_INSIDE));
}

static void *reader(void *unused) {
  for (;;) {
    reader_enters();
    vassert(page == 0);
    inside--;
  }
  return unused;
}

static void *writer(void *unused) {
  for (;;) {
    ap(Waiting);
    writer_enters();
    ap(Writing);
    page = 1;
    page = 0;
    writer_waits = false;
    inside = 0;
  }
  return unused;
}

int main(void) {
  pthread_t threads[READERS + 1];
  for (int i = 0; i < READERS; i++) pthread_create(&threads[i], NULL, reader, NULL);
  pthread_create(&threads[READERS], NULL, writer, NULL);
  for (int i = 0; i <= READERS; i++) pthread_join(threads[i], NULL);
  return 0;
}
