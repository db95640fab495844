/* N philosophers around a table: see philosophers.c. */
#ifndef N
#define N 6
#endif

bool taken[N];

active [N] proctype philosopher() {
  byte left = _pid, right = (_pid + 1) % N;
#ifndef LEFT_FIRST
  if
  :: _pid == N - 1 -> left = 0; right = _pid
  :: else
  fi;
#endif
  do
  :: atomic { !taken[left] -> taken[left] = true };
     atomic { !taken[right] -> taken[right] = true };
     taken[right] = false;
     taken[left] = false
  od
}
