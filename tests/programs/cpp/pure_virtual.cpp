// A pure virtual function that is called while the object is a base still ends the program.
// expect: => violated assert
// expect: -DARGUMENTS => violated assert
// expect: -DLATER => holds
struct Shape {
  Shape() {
#ifndef LATER
    describe();
#endif
  }
  virtual ~Shape() {}
  void describe() {
#ifdef ARGUMENTS
    scaled(2, 0.5); //~ assert
#endif
    area(); //~ assert
  }
  virtual long area() = 0;
  virtual double scaled(int times, double by) = 0;
};
struct Square : Shape {
  long side = 3;
  long area() override { return side * side; }
  double scaled(int times, double by) override { return times * by; }
};

int main() {
  Square square;
  square.describe();
}
