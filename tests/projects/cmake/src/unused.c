// No program needs it: it is left in the archive.
int main_of_another_program(void);

int unused(void) {
    return main_of_another_program();
}
