// What leads out of the process is not supported.
// expect: => error
// expect: -DSTATUS => error
// expect: -DCHANCE => error
#include <cassert>
#include <filesystem>
#include <fstream>
#include <random>

int main() {
  std::filesystem::path path = "/a/b.txt";
  assert(path.filename() == "b.txt" && (path.parent_path() / "c").string() == "/a/c");
#if defined STATUS
  return std::filesystem::exists(path);
#elif defined CHANCE
  return std::random_device()() == 1;
#else
  std::ifstream file(path);
#endif
}
