// Nobody needs it.
int other(void) {
    return 1;
}

int main(void) {
    return other();
}
