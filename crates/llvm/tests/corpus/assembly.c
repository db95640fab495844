// Inline assembly that is modelled.
static int word;
static long quad;

void barrier(void) { __asm__ volatile("" ::: "memory"); }
void fences(void) { __asm__ volatile("mfence" ::: "memory"); __asm__ volatile("lfence; sfence"); __asm__ volatile("lock; addl $0,0(%%esp)" ::: "memory"); }
void pauses(void) { __asm__ volatile("pause"); __asm__ volatile("rep; nop"); __asm__ volatile("nop\n\tnop"); }
int opaque(int a, int b) { __asm__("" : "+r"(a), "+m"(b)); return a + b; }
int exchange(int *p, int v) { __asm__ volatile("xchgl %0, %1" : "=r"(v), "+m"(*p) : "0"(v) : "memory"); return v; }
int fetch_add(int *p, int v) { __asm__ volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(*p) : : "memory"); return v; }
int compare_exchange(int *p, int e, int n) { int r; __asm__ volatile("lock cmpxchgl %2, %1" : "=a"(r), "+m"(*p) : "r"(n), "0"(e) : "memory"); return r; }
int compare_exchange_flag(int *p, int e, int n) { char ok; __asm__ volatile("lock; cmpxchgl %3, %1\n\tsete %0" : "=q"(ok), "+m"(*p), "+a"(e) : "r"(n) : "memory"); return ok; }
int flag_output(int *p) { int z; __asm__ volatile("lock; decl %1" : "=@ccz"(z), "+m"(*p) : : "memory"); return z; }
void increment(int *p) { __asm__ volatile("lock; incl %0" : "+m"(*p)); __asm__ volatile("lock addl $5, %0" : "+m"(*p)); __asm__ volatile("lock; subl %1, %0" : "+m"(*p) : "ir"(3)); }
int dec_and_test(int *p) { unsigned char c; __asm__ volatile("lock; decl %0; sete %1" : "+m"(*p), "=qm"(c) : : "memory"); return c != 0; }
void bits(int *p, int v) { __asm__ volatile("lock; orl %1, %0" : "+m"(*p) : "r"(v)); __asm__ volatile("lock; andl %1, %0" : "+m"(*p) : "r"(~v)); }
int main(void) { barrier(); fences(); pauses(); return exchange(&word, 1) + fetch_add(&word, 2) + compare_exchange(&word, 3, 4) + compare_exchange_flag(&word, 4, 5) + (int)quad; }
