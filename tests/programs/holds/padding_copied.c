// Padding is copied with the struct. Nobody decides on it.
// expect: => holds
#include <assert.h>
#include <string.h>

typedef struct {
  char letter;
  int number;
} entry;

int main(void) {
  entry one, two, three;
  one.letter = 'x';
  one.number = 1;
  two = one;
  memcpy(&three, &two, sizeof three);
  assert(three.letter == 'x' && three.number == 1);
  return 0;
}
