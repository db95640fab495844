// Durations, dates, sleeping, random numbers with fixed seeds.
// expect: -std=c++20 => holds
#include <cassert>
#include <chrono>
#include <random>
#include <thread>
#include <ratio>
using namespace std::chrono;
int main() {
  auto a = steady_clock::now();
  std::this_thread::sleep_for(1ms);
  auto b = steady_clock::now();
  assert(b >= a);
  assert(duration_cast<milliseconds>(2s).count() == 2000);
  (void)system_clock::to_time_t(system_clock::now());
  year_month_day d = 2024y / February / 29;
  assert(d.ok());
  sys_days sd = d;
  assert(sd.time_since_epoch().count() == 19782);
  std::this_thread::sleep_until(steady_clock::now() + 1ms);
  std::this_thread::sleep_until(system_clock::now() + 1ms);
  hh_mm_ss h(3661s);
  assert(h.hours().count() == 1 && floor<minutes>(61s).count() == 1);
  std::mt19937 g(42);
  assert(g() == 1608637542u);
  std::mt19937_64 g64(1);
  (void)g64();
  std::uniform_int_distribution<int> u(1, 6);
  int x = u(g);
  assert(x >= 1 && x <= 6);
  std::normal_distribution<double> n;
  (void)n(g);
  std::minstd_rand m(1);
  assert(m() == 48271);
  std::bernoulli_distribution bd(0.5);
  (void)bd(g);
  std::seed_seq ss{1, 2};
  std::mt19937 gs(ss);
  (void)std::generate_canonical<double, 10>(gs);
}
