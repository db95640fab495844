// A concurrent queue with one lock for each end, after Michael and Scott. One thread enqueues, one dequeues; what is
// taken out must be what was put in, in order. ENQUEUES and DEQUEUES set how often: E|D is 1 and 1.
// spin: holds
// spin -DNO_DUMMY: violated
// spin -DNO_HEAD_LOCK -DDEQUEUERS=2 -DDEQUEUES=1 -DENQUEUES=2: violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef ENQUEUES
#define ENQUEUES 1
#endif
#ifndef DEQUEUES
#define DEQUEUES 1
#endif
#ifndef ENQUEUERS
#define ENQUEUERS 1
#endif
#ifndef DEQUEUERS
#define DEQUEUERS 1
#endif

struct node {
  struct node *next;
  int value;
};

struct queue {
  struct node *head;
  struct node *tail;
  pthread_mutex_t head_lock;
  pthread_mutex_t tail_lock;
};

static void setup(struct queue *q) {
  struct node *dummy = malloc(sizeof(struct node));
  dummy->next = 0;
  dummy->value = 0;
#ifdef NO_DUMMY
  q->head = 0;
#else
  q->head = dummy;
#endif
  q->tail = dummy;
  pthread_mutex_init(&q->head_lock, 0);
  pthread_mutex_init(&q->tail_lock, 0);
}

static void enqueue(struct queue *q, int value) {
  struct node *node = malloc(sizeof(struct node));
  node->value = value;
  node->next = 0;
  pthread_mutex_lock(&q->tail_lock);
  q->tail->next = node;
  q->tail = node;
  pthread_mutex_unlock(&q->tail_lock);
}

static int dequeue(struct queue *q, int *value) {
#ifndef NO_HEAD_LOCK
  pthread_mutex_lock(&q->head_lock);
#endif
  struct node *node = q->head;
  struct node *new_head = node->next;
  if (new_head == 0) {
#ifndef NO_HEAD_LOCK
    pthread_mutex_unlock(&q->head_lock);
#endif
    return 0;
  }
  *value = new_head->value;
  q->head = new_head;
#ifndef NO_HEAD_LOCK
  pthread_mutex_unlock(&q->head_lock);
#endif
  free(node);
  return 1;
}

int next_in = 1;
int next_out = 1;

static void *producer(void *arg) {
  struct queue *q = arg;
  for (int i = 0; i < ENQUEUES; i++) {
    enqueue(q, next_in);
    next_in++;
  }
  return 0;
}

static void *consumer(void *arg) {
  struct queue *q = arg;
  int value = 0;
  for (int i = 0; i < DEQUEUES; i++) {
    if (dequeue(q, &value)) {
#if ENQUEUERS == 1 && DEQUEUERS == 1
      assert(value == next_out);
      next_out++;
#endif
    }
  }
  return 0;
}

int main(void) {
  pthread_t producers[ENQUEUERS], consumers[DEQUEUERS];
  struct queue *q = malloc(sizeof(struct queue));
  setup(q);
  for (int i = 0; i < ENQUEUERS; i++) pthread_create(&producers[i], 0, producer, q);
  for (int i = 0; i < DEQUEUERS; i++) pthread_create(&consumers[i], 0, consumer, q);
  for (int i = 0; i < ENQUEUERS; i++) pthread_join(producers[i], 0);
  for (int i = 0; i < DEQUEUERS; i++) pthread_join(consumers[i], 0);
  return 0;
}
