// What ap_set says stays until it says otherwise; the last state of a program is repeated.
// expect: => holds
// expect: --ltl "F G On" => violated ltl
// expect: --ltl "G (On -> G On)" => violated ltl
// expect: --ltl-only twice => holds
// expect: --ltl-only never => error
#include <allways.h>
enum AP { On };
LTL(twice, F (On && F (!On && F On)));
LTL(off_in_the_end, F G !On);
int main(void) {
  ap_set(On, 1);
  ap_set(On, 0);
  ap_set(On, 1);
  ap_set(On, 0);
  return 0;
}
