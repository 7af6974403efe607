#pragma once

#include <stddef.h>

// Whether blocks of so many bytes in all, with what each of them costs beside, can be made now. Who asks first can
// answer where a plain `new` would trap.
bool has_room(size_t bytes);
