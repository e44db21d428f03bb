// A picture as an SVG file.
//
// What: `print_svg` writes the picture with a title on each node and group, classes for their changes, colours for
// light and dark by the reader's preference, and the program itself, as JSON, in <metadata>. Why: a saved picture can
// be viewed anywhere, styled by a page that shows it, and opened again as a program.
//
//   std::string file = print_svg(program, make_picture(program));
//
// All texts come from users: every one is escaped, and characters that XML does not allow become U+FFFD.
#pragma once

#include <string>

#include "core/engine/view/picture.h"

namespace seesaw::view {

std::string print_svg(const Program& program, const Picture& picture);

}  // namespace seesaw::view
