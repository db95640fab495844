// Every kind of statement; prints what a native run prints.
// spin: holds
// native
#include <stdio.h>

static int classify(int n) {
  switch (n) {
    case 0:
      return 10;
    case 1:
    case 2:
      n += 5;
      break;
    case 3 ... 5:
      if (n == 4) break;
      n = 100;
      break;
    default:
      n = -n;
  }
  return n;
}

static int fall(int n) {
  int result = 0;
  switch (n) {
    case 3:
      result += 100;
    case 2:
      result += 10;
    default:
      result += 1;
      break;
    case 7:
      result = 7;
  }
  return result;
}

static int search(int limit, int wanted) {
  int rounds = 0;
  for (int i = 0; i < limit; i++) {
    if (i % 2) continue;
    for (int j = 0;; j++) {
      if (j > i) break;
      rounds++;
      if (i * 10 + j == wanted) goto found;
    }
  }
  return -rounds;
found:
  return rounds;
}

static int collatz(int n) {
  int steps = 0;
  do {
    if (n == 1) break;
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
    if (steps > 50) continue;
  } while (n != 1);
  return steps;
}

static int digits(const char *unused, int n) {
  int count = 0;
  while (n > 0 && count < 9) {
    n /= 10;
    count++;
  }
  return count;
}

int grid[2][3] = {{1, 2, 3}, {4, 5}};

static int total(int rows, int row[][3]) {
  int sum = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 3; j++) sum += row[i][j];
  return sum;
}

static void sort(int *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < n - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}

int main(void) {
  for (int n = 0; n < 7; n++) printf("=classify %d %d\n", n, classify(n));
  printf("=fall %d %d %d %d\n", fall(3), fall(2), fall(9), fall(7));
  printf("=search %d %d\n", search(5, 42), search(3, 42));
  printf("=collatz %d %d\n", collatz(7), collatz(1));
  printf("=digits %d\n", digits(0, 12345));
  grid[1][2] = grid[0][1] + 4;
  printf("=grid %d\n", total(2, grid));
  int numbers[5] = {5, 3, 4, 1, 2};
  sort(numbers, 5);
  printf("=sorted %d %d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
  int k = 0, z = 0;
again:
  if (k < 3) {
    z += k++;
    goto again;
  }
  printf("=again %d %d\n", k, z);
  int cube[2][2][2];
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++)
      for (int c = 0; c < 2; c++) cube[a][b][c] = a * 4 + b * 2 + c;
  printf("=cube %d %d\n", cube[1][0][1], cube[1][1][0]);
  return 0;
}
