// An array of negative size.
// expect: => violated
// expect: -O0 => violated
// expect: -DZERO => holds
static int fill(int size) {
  volatile char array[size]; //~ memory ub
  for (int i = 0; i < size; i++) array[i] = 1;
  return size > 0 ? array[0] : 0;
}

int main(void) {
#ifdef ZERO
  return fill(0);
#else
  return fill(-1);
#endif
}
