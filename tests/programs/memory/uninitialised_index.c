// An index that nobody has set.
// expect: => violated memory
static int table[4] = {1, 2, 3, 4};

static void maybe(int condition, int *index) {
  if (condition) *index = 2;
}

int main(void) {
  int index;
  maybe(0, &index);
  return table[index] == 0; //~ memory
}
