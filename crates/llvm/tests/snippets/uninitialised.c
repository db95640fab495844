// What is not initialised stays undefined, also where another value could stand in for it.
int merge(int c) {
  int x;
  if (c)
    x = 1;
  return x;
}

int each_time(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int y;
    if (i == 0)
      y = 7;
    sum += y;
  }
  return sum;
}

void copy(int *p) {
  int x;
  *p = x;
}
