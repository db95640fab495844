/* N philosophers who take their forks in order and eat MEALS times each: see liveness.c. The claim is
   the formula of `allways bench cores`, for SPIN. */
#ifndef N
#define N 4
#endif
#ifndef MEALS
#define MEALS 1
#endif

bool forks[N];
byte eaten;

inline lock(fork) { atomic { !forks[fork] -> forks[fork] = true } }

proctype philosopher(byte me) {
  byte first, second, meal;
  if
  :: me == N - 1 -> first = 0; second = me
  :: else -> first = me; second = me + 1
  fi;
  do
  :: meal < MEALS ->
    lock(first);
    lock(second);
    eaten++;
    forks[second] = false;
    forks[first] = false;
    meal++
  :: else -> break
  od
}

init {
  byte i;
  do
  :: i < N -> run philosopher(i); i++
  :: else -> break
  od
}

ltl live { [] ((eaten == 0) -> <> (eaten > 0)) }
