// Two functions that call each other through pointers, for ever, each with an array.
// expect: --max-states 200000 => violated memory
typedef int (*step)(int, void *);

static int ping(int depth, void *other) {
  volatile char room[4096];
  room[depth % 4096] = 1;
  return ((step)other)(depth + 1, (void *)ping) + room[0];
}

static int pong(int depth, void *other) {
  return ((step)other)(depth + 1, (void *)pong) + 1;
}

int main(void) {
  return ping(0, (void *)pong);
}
