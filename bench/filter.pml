/* Peterson's filter lock for N processes, again and again: see filter.c. */
#ifndef N
#define N 4
#endif

byte level[N], victim[N], inside;

active [N] proctype process() {
  byte l, k;
again:
  l = 1;
  do
  :: l < N ->
     level[_pid] = l;
     victim[l] = _pid;
     k = 0;
     do
     :: k < N && (k == _pid || level[k] < l) -> k++
     :: k < N && k != _pid && level[k] >= l ->
        if
        :: victim[l] == _pid
        :: else -> k++
        fi
     :: k == N -> break
     od;
     l++
  :: else -> break
  od;
  inside++;
  assert(inside == 1);
  inside--;
  level[_pid] = 0;
  goto again
}
