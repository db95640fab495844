/* The buffer that the function of --abstraction fills. */
#include <allways.h>

unsigned char allways_abstract[ALLWAYS_ABSTRACT_SIZE];
