// The shortest loop there is: one state, explored completely.
// expect: => holds
// expect: -O0 => holds
int main(void) {
  for (;;) {
  }
}
