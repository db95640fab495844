// A prototype that gives a function of the library an argument of no size: nothing arrives.
// expect: -- -w => violated memory
struct empty {};
void *malloc(struct empty size);

int main(void) {
  struct empty none;
  return malloc(none) == 0;  //~ memory
}
