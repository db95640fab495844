// The table in which Allways keeps the pieces of states, with the protocol of crates/store/src/table:
// readers look without a lock; whoever does not find locks the segment, looks again and adds. A
// segment that is full is emptied and filled again with more room while readers go on reading.
//
// What must hold: equal content has one name, whatever the readers meet. Build with -DTRUST_A_MISS and
// a writer believes its first look: then two names for one content are found.
//
// expect: => holds
// expect: -O2 => holds
// expect: -- -DTRUST_A_MISS => violated assert
#include <allways.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SLOTS 4

// Items only ever become more, and an item is complete before its number is in a slot.
static int items[8];
static atomic_int item_count = 1; // number 0 is no item

// A segment: slots that are in use from the front, 0 where they end. It begins with room for one.
static atomic_int slots[SLOTS];
static atomic_int room = 1;
static pthread_mutex_t segment = PTHREAD_MUTEX_INITIALIZER;

// Where a key is looked for depends on the room, so growing moves items.
static int place(int content, int turn, int size) { return (content + turn) % size; }

static int find(int content) {
  int size = atomic_load(&room);
  for (int turn = 0; turn < size; turn++) {
    int item = atomic_load(&slots[place(content, turn, size)]);
    if (item == 0) return 0;
    if (items[item] == content) return item; // the whole content is compared
  }
  return 0;
}

static void put(int item, int size) {
  for (int turn = 0; turn < size; turn++) {
    atomic_int *slot = &slots[place(items[item], turn, size)];
    if (atomic_load(slot) == 0) {
      atomic_store(slot, item);
      return;
    }
  }
  vassert(!"a segment takes no more items than it has room");
}

// Under the lock: empties the slots, makes more room and puts everything back.
static void grow(void) {
  int size = atomic_load(&room);
  int known[SLOTS];
  for (int i = 0; i < size; i++) known[i] = atomic_load(&slots[i]);
  for (int i = 0; i < size; i++) atomic_store(&slots[i], 0);
  atomic_store(&room, 2 * size);
  for (int i = 0; i < size; i++) put(known[i], 2 * size);
}

static int add(int content) {
  int size = atomic_load(&room), used = 0;
  for (int i = 0; i < size; i++) used += atomic_load(&slots[i]) != 0;
  if (used == size) {
    grow();
    size = atomic_load(&room);
  }
  int item = atomic_load(&item_count);
  items[item] = content;
  atomic_store(&item_count, item + 1);
  put(item, size);
  return item;
}

static int intern(int content) {
  int item = find(content);
  if (item != 0) return item;
  pthread_mutex_lock(&segment);
#ifndef TRUST_A_MISS
  item = find(content);
#endif
  if (item == 0) item = add(content);
  pthread_mutex_unlock(&segment);
  return item;
}

static int names[2][2];

static void *worker(void *argument) {
  int me = *(int *)argument;
  names[me][0] = intern(me == 0 ? 10 : 11);
  names[me][1] = intern(me == 0 ? 11 : 10);
  return NULL;
}

int main(void) {
  int numbers[2] = {0, 1};
  pthread_t threads[2];
  intern(12); // the segment is full when the two begin
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  vassert(names[0][0] == names[1][1] && names[0][1] == names[1][0]);
  vassert(names[0][0] != names[0][1]);
  vassert(items[names[0][0]] == 10 && items[names[0][1]] == 11);
  return 0;
}
