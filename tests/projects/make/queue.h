// A queue of one number.
void put(int number);
int take(void);
