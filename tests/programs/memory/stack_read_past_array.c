// A local array is read one element past its end.
// expect: => violated memory
static int sum(const int *numbers, int count) {
  int total = 0;
  for (int i = 0; i <= count; i++)
    total += numbers[i]; //~ memory
  return total;
}

int main(void) {
  int numbers[4] = {1, 2, 3, 4};
  return sum(numbers, 4) == 0;
}
