#include "core/base/nearest.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/rare.h"

namespace seesaw {

SEESAW_RARE std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = i;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t k = 1; k <= b.size(); ++k) {
      std::size_t change = diagonal + (a[i - 1] == b[k - 1] ? 0u : 1u);
      diagonal = std::exchange(row[k], std::min({change, row[k] + 1, row[k - 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace seesaw
