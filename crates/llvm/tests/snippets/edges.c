// Values that meet: a swap in a loop, a switch, a computed goto.
int swap(int n, int a, int b) {
  while (n--) {
    int t = a;
    a = b;
    b = t;
  }
  return a;
}

int choose(int a) {
  int r = 0;
  switch (a) {
  case 1:
    r = 5;
    break;
  case 2:
  case 3:
    r = 6;
  }
  return r;
}

int threaded(const int *code) {
  static const void *const table[] = {&&add, &&twice, &&end};
  int value = 1;
  goto *table[*code];
add:
  value += code[1];
  code += 2;
  goto *table[*code];
twice:
  value *= 2;
  code++;
  goto *table[*code];
end:
  return value;
}
