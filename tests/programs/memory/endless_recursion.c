// Two functions that call each other without end.
// expect: => violated memory
static int odd(unsigned number);

static int even(unsigned number) { return odd(number - 1) + 1; } //~ memory

static int odd(unsigned number) { return even(number - 1) + 1; } //~ memory

int main(void) { return even(7) == 0; }
