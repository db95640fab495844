// A ring buffer for one producer and one consumer. Both return 0 when they have to try again.
int ring_put(int number);
int ring_take(int *number);
