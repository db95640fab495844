// A recursive function with propositions over its own variables.
//
// Each call binds Shallow and Deep to its own `depth`. While several calls are active a proposition
// holds if it holds for any of them: the outer calls keep Shallow true while the inner ones are deep.
// When the last call has returned, both are false.
//
// expect: => holds
// expect: --ltl "F Deep" => holds
// expect: --ltl "F G !Shallow" => holds
// expect: --ltl "G (Shallow -> G Shallow)" => violated ltl
// expect: --ltl "G !Deep" => violated ltl
#include <allways.h>
#include <stdbool.h>

enum AP { Shallow, Deep };
LTL(outer_calls_count, G (Deep -> Shallow));
LTL(calls_return, F G (!Deep && !Shallow));

enum { BOTTOM = 4 };

static bool below_2(int depth) { return depth < 2; }
static bool from_3_on(int depth) { return depth >= 3; }

static int descend(int depth) {
  ap_local(Shallow, below_2, depth);
  ap_local(Deep, from_3_on, depth);
  return depth == BOTTOM ? depth : descend(depth + 1);
}

int main(void) {
  trace("reached %d", descend(0));
  return 0;
}
