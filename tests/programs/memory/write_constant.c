// A cast takes the const away, but not the protection.
// expect: => violated memory
static const int limits[2] = {1, 2};

static void raise(int *limit) {
  ++*limit; //~ memory
}

int main(void) {
  raise((int *)&limits[1]);
  return 0;
}
