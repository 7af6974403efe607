#pragma once

#include <stddef.h>

// Return whether `bytes`, with allocator overhead, can be allocated now. A caller that checks first can report an error
// instead of trapping in `new`.
bool has_room(size_t bytes);
