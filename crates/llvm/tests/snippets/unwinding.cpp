// Exceptions: what lands where.
struct Guard { ~Guard(); };
int risky(int a);

namespace outer {
int caught(int a) {
  Guard guard;
  try {
    return risky(a);
  } catch (int e) {
    return e;
  } catch (...) {
    return -1;
  }
}
}
