// Nothing makes the reader wait for the writer.
// expect: => violated assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int value, seen;

static void *write_value(void *unused) {
  value = 1;
  return unused;
}

static void *read_value(void *unused) {
  seen = value;
  return unused;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_value, NULL);
  pthread_create(&reader, NULL, read_value, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  assert(seen == 1); //~ assert
  return 0;
}
