// A global array is written one element past its end, into what lies behind it.
// expect: => violated memory
static char name[4], guard[4];

static void fill(char *text, int length) {
  for (int i = 0; i < length; i++)
    text[i] = 'x'; //~ memory
}

int main(void) {
  fill(name, 5);
  return guard[0] == name[0];
}
