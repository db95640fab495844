// harness.h - exercises a container of int from several threads and checks that nothing is lost, nothing
// comes out twice, and (for queues) nothing overtakes.
//
// THREADS says who does what: "EE|DD" is one thread that inserts twice and one that removes twice.
// E (enqueue) and P (push) insert, D (dequeue) and O (pop) remove. A program defines its container and
//
//   static void insert(worker *me, int value);
//   static bool take(worker *me, int *value);   // false: it was empty
//   static void finish(void);                   // after the last thread: give the memory back
//
// after including this file, and calls run_threads() from main.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS "EE|DD"
#endif

enum { MAX_THREADS = 8, MAX_STEPS = 8 };

typedef struct {
  pthread_t handle;
  const char *operations;
  uint64_t taken; // bit v: this thread has removed the value v
  void *retired;  // what this thread removed and nobody may reuse yet, for containers that need it
} worker;

static worker workers[MAX_THREADS];

static void insert(worker *me, int value);
static bool take(worker *me, int *value);
static void finish(void);

static bool inserts(char operation) { return operation == 'E' || operation == 'P'; }

// The k-th value that thread i inserts is i * MAX_STEPS + k, so the values of one producer ascend.
static void account(worker *me, int value, bool in_order) {
  assert(0 <= value && value < MAX_THREADS * MAX_STEPS);
  uint64_t from_there_on = me->taken >> value;
  assert(!(from_there_on & 1) && "taken twice");
  if (in_order) {
    int later_siblings = MAX_STEPS - value % MAX_STEPS;
    assert(!(from_there_on & ((UINT64_C(1) << later_siblings) - 1)) && "overtaken");
  }
  me->taken |= UINT64_C(1) << value;
}

#ifdef UNORDERED
#define IN_ORDER false
#else
#define IN_ORDER true
#endif

static void *work(void *argument) {
  worker *me = argument;
  int next = (int)(me - workers) * MAX_STEPS, value;
  for (const char *operation = me->operations; *operation && *operation != '|'; operation++) {
    if (inserts(*operation))
      insert(me, next++);
    else if (take(me, &value))
      account(me, value, IN_ORDER);
  }
  return NULL;
}

// Starts a thread for each part of the plan, waits for all, empties the container and checks the sum.
static void run_threads(const char *plan) {
  uint64_t inserted = 0, removed = 0;
  int count = 0, value;
  for (const char *part = plan; part; count++) {
    assert(count < MAX_THREADS - 1);
    workers[count].operations = part;
    int next = count * MAX_STEPS;
    for (; *part && *part != '|'; part++)
      if (inserts(*part)) inserted |= UINT64_C(1) << next++;
    part = *part == '|' ? part + 1 : NULL;
  }
  for (int i = 0; i < count; i++) pthread_create(&workers[i].handle, NULL, work, &workers[i]);
  for (int i = 0; i < count; i++) pthread_join(workers[i].handle, NULL);

  worker *rest = &workers[count];
  while (take(rest, &value)) account(rest, value, IN_ORDER);
  for (int i = 0; i <= count; i++) {
    assert(!(removed & workers[i].taken) && "taken by two threads");
    removed |= workers[i].taken;
  }
  assert(removed == inserted);
  finish();
}
