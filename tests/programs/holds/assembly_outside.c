// expect: => holds
// Assembly outside of functions is left out, with a warning; what nobody calls is no loss.
__asm__(".globl nothing\nnothing:\n  ret\n");

int main(void) { return 0; }
