#pragma once

// Native builds only.
namespace sumito {

// The highest level of the x86-64 instruction set that the processor and the system support, 1 to 4; 0 where it is
// another kind of processor.
int x86_level();

} // namespace sumito
