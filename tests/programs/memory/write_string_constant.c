// A string constant is written through a char pointer.
// expect: => violated memory
static void capitalise(char *word) {
  word[0] = 'A'; //~ memory
}

int main(void) {
  char *word = "allways";
  capitalise(word);
  return 0;
}
