// A picture as an SVG file.
//
// What: `print_svg` writes the picture with a title on each node and group, classes for what became of them, colours
// for light and dark by the reader's preference, and the program itself, as JSON, in <metadata>. Why: a saved picture
// can be looked at anywhere, styled by a page that shows it, and opened again as what it was.
//
//   std::string file = print_svg(program, make_picture(program));
//
// All texts are the user's: every one is escaped, and what XML cannot hold becomes U+FFFD.
#pragma once

#include <string>

#include "core/engine/view/picture.h"

namespace seesaw::view {

std::string print_svg(const Program& program, const Picture& picture);

}  // namespace seesaw::view
