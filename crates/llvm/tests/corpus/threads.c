// What concurrent programs do.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

typedef struct node { struct node *next; int value; } node;
static struct { pthread_mutex_t lock; pthread_cond_t more; node *head, **tail; int count; } queue =
  { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, &queue.head, 0 };
static sem_t slots;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int turn;

static void destroy(void *p) { free(p); }
static void setup(void) { pthread_key_create(&key, destroy); }
static void unlock(void *m) { pthread_mutex_unlock(m); }

static void put(int v) {
  node *n = malloc(sizeof *n);
  assert(n != NULL);
  n->next = 0; n->value = v;
  pthread_mutex_lock(&queue.lock);
  *queue.tail = n; queue.tail = &n->next; queue.count++;
  pthread_cond_signal(&queue.more);
  pthread_mutex_unlock(&queue.lock);
}
static int get(void) {
  int v;
  pthread_mutex_lock(&queue.lock);
  pthread_cleanup_push(unlock, &queue.lock);
  while (!queue.head) pthread_cond_wait(&queue.more, &queue.lock);
  node *n = queue.head;
  v = n->value; queue.head = n->next; if (!queue.head) queue.tail = &queue.head;
  free(n);
  pthread_cleanup_pop(1);
  return v;
}
static void *worker(void *a) {
  pthread_once(&once, setup);
  pthread_setspecific(key, malloc(4));
  for (int i = 0; i < 3; i++) { sem_wait(&slots); put(i + *(int *)a); }
  pthread_rwlock_rdlock(&rw); pthread_rwlock_unlock(&rw);
  while (atomic_load(&turn) == 1) __builtin_ia32_pause();
  asm volatile("" ::: "memory");
  asm volatile("mfence" ::: "memory");
  asm volatile("pause");
  int x = 3; asm("" : "+r"(x));
  if (errno == EINVAL && isalpha(x) && toupper(x) == tolower(x)) perror("x");
  return NULL;
}
int main(void) {
  pthread_t t[2]; int ids[2] = {1, 2};
  sem_init(&slots, 0, 3);
  for (int i = 0; i < 2; i++) if (pthread_create(&t[i], NULL, worker, &ids[i])) abort();
  int s = get();
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(s >= 0 && "message");
  fprintf(stderr, "%d\n", s);
  return pthread_equal(t[0], pthread_self());
}
