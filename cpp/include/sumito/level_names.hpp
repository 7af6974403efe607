#pragma once

#include <string_view>

// Names of the levels of play in the player tags of records. An id never changes its meaning. The levels of version 0.1
// had numbers only: the ids r1-1 to r1-12 stand for them, and their names are those that version 0.1 wrote.
namespace sumito {

// Return the name of the level with this id; empty if there is none.
std::string_view level_name(std::string_view id);
// Return the id of the level with this name; empty if it is not the name of a level.
std::string_view level_named(std::string_view name);

} // namespace sumito
