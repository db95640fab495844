// expect: => violated assert
int main(void) {
  __builtin_trap(); //~ assert
}
