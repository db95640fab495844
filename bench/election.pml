/* Leader election on a ring (Chang and Roberts): see election.c. */
#ifndef N
#define N 4
#endif

chan channels[N] = [2] of { byte };
byte leaders;

active [N] proctype node() {
  byte mine = (_pid * 7 + 3) % N + 1;
  byte number;
  channels[(_pid + 1) % N] ! mine;
end:
  do
  :: channels[_pid] ? number;
     if
     :: number > mine -> channels[(_pid + 1) % N] ! number
     :: number == mine -> assert(leaders == 0); leaders = 1; assert(mine == N); break
     :: else
     fi
  od
}
