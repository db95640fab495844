// Globals of every kind, for expressions over them.
#include <stddef.h>
#include <stdint.h>

enum state { IDLE, READY = 5, BROKEN = -1 };
enum flags { FIRST = 1u << 31, SECOND = 1 };
enum { ANONYMOUS = 77, WIDE_ONE = 0x123456789ll };

typedef struct node {
  int key;
  struct node *next;
  unsigned a : 3;
  int b : 4;
  _Bool c : 1;
  unsigned long wide : 40;
  signed long narrow : 17;
  enum state kind : 4;
  union {
    int x;
    char bytes[4];
  };
  struct {
    short low, high;
  } pair;
  enum state state;
} Node;

struct __attribute__((packed)) packed {
  char c;
  long l;
  unsigned u : 31;
  unsigned v : 32;
};

int i = -3;
unsigned u = 4000000000u;
signed char sc = -100;
unsigned char uc = 200;
char c = 'x';
short s = -30000;
unsigned short us = 65000;
long l = -5000000000;
unsigned long ul = 0xfedcba9876543210;
long long ll = INT64_MIN;
unsigned long long ull = 7;
_Bool flag = 1;
__int128 huge = (__int128)-9 << 70;
volatile int vi = 123456;
_Atomic unsigned au = 17;
_Atomic(long) al = -17;
const int constant = 99;
float f = 0.1f;
double d = -2.5;
long double ld = 1.0L / 3;
enum state state = READY;
enum flags flags = FIRST;
uint8_t byte = 250;
size_t size = 31;
extern Node ring[3];
Node node = {7, ring + 1, 6, -7, 1, 0x8123456789, -40000, BROKEN, {0x04030281}, {-2, 9}, BROKEN};
Node ring[3] = {{1, &node}, {2, &ring[2]}, {3, 0}};
Node *box = &node;
Node *volatile other = &ring[2];
struct packed packed = {'p', -6, 0x7ffffffe, 0xfffffffd};
int matrix[2][3] = {{1, -2, 3}, {-4, 5, -6}};
short *p = &node.pair.low;
int *q = &matrix[1][1];
void *nothing;
char word[] = "word";
char *text = word + 1;
int visit(int a) { return a + ANONYMOUS; }
int (*handler)(int) = visit;
int (*none)(int);
int uses_wide_one = WIDE_ONE == 0;
int uses_second = SECOND;
static int hidden = 12;
int *keeps_hidden(void) { return &hidden; }
