#include <stdlib.h>

#include "game_api.hpp"

// The memory that the host and the module share.

void* sumito_alloc(uint32_t bytes) {
    return malloc(bytes);
}
void sumito_free(void* buffer) {
    free(buffer);
}
