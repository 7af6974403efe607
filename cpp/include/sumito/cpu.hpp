#pragma once

// Native builds only.
namespace sumito {

// Return the highest level of the x86-64 instruction set that the processor and the system support, 1 to 4; 0 if the
// processor is not x86-64.
int x86_level();

} // namespace sumito
