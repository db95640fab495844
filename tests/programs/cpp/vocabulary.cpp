// Values of one of several types or none, smart pointers, memory resources, errors.
// expect: -std=c++23 => holds
#include <any>
#include <cassert>
#include <expected>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>
#include <system_error>
#include <new>
struct E : std::enable_shared_from_this<E> { std::shared_ptr<E> me() { return shared_from_this(); } };
struct D { static int n; ~D() { n++; } }; int D::n;
int main() {
  std::variant<int, std::string> v = 1;
  v = "s";
  assert(std::get<std::string>(v) == "s");
  try { (void)std::get<int>(v); assert(0); } catch (std::bad_variant_access &) {}
  assert(std::visit([](auto &x) { return sizeof x; }, v) == sizeof(std::string));
  std::optional<int> o;
  assert(!o);
  try { (void)o.value(); assert(0); } catch (std::bad_optional_access &) {}
  o = 3;
  assert(o.transform([](int x) { return x + 1; }) == 4);
  std::any a = std::string("x");
  assert(std::any_cast<std::string>(a) == "x");
  try { (void)std::any_cast<int>(a); assert(0); } catch (std::bad_any_cast &) {}
  std::function<int(int)> f;
  try { f(1); assert(0); } catch (std::bad_function_call &) {}
  int big[10] = {5};
  f = [big](int i) { return big[0] + i; };
  assert(f(1) == 6);
  auto g = std::bind(f, 2);
  assert(g() == 7);
  std::tuple<int, std::string> t(1, "a");
  auto [x, y] = t;
  assert(x == 1 && y == "a" && std::apply([](int i, auto) { return i; }, t) == 1);
  auto u = std::make_unique<D>();
  u.reset();
  assert(D::n == 1);
  std::unique_ptr<int[]> ua(new int[3]);
  { std::unique_ptr<D, void (*)(D *)> ud(new D, [](D *d) { delete d; }); }
  assert(D::n == 2);
  auto s = std::make_shared<D>();
  std::weak_ptr<D> w = s;
  s.reset();
  assert(w.expired());
  try { std::shared_ptr<D> z(w); assert(0); } catch (std::bad_weak_ptr &) {}
  auto e = std::make_shared<E>();
  assert(e->me() == e);
  assert(e.use_count() == 1);
  try { E lone; lone.me(); assert(0); } catch (std::bad_weak_ptr &) {}
  char buf[256];
  std::pmr::monotonic_buffer_resource mr(buf, sizeof buf, std::pmr::null_memory_resource());
  std::pmr::vector<int> pv(&mr);
  pv.push_back(1);
  assert((char *)pv.data() >= buf && (char *)pv.data() < buf + 256);
  try { pv.resize(1000); assert(0); } catch (std::bad_alloc &) {}
  std::pmr::unsynchronized_pool_resource pool;
  std::pmr::string ps("a long enough string for the heap", &pool);
  std::pmr::synchronized_pool_resource sp;
  { std::pmr::vector<int> q(10, &sp); }
  std::expected<int, std::string> ex = std::unexpected("no");
  assert(!ex && ex.error() == "no" && ex.value_or(2) == 2);
  std::error_code ec = std::make_error_code(std::errc::timed_out);
  assert(ec.message().size() > 0);
  try { throw std::system_error(ec, "w"); } catch (std::system_error &se) { assert(se.code() == ec); }
  std::shared_ptr<int[]> sa(new int[2]);
  sa[1] = 1;
  auto al = std::shared_ptr<int>(e, big);
  assert(al.use_count() == 2);
}
