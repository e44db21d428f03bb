// Words of a text, one space between two: a short list that is looked through and never changed.
//
//   has_word("shape dtype device", "dtype")   // true
#pragma once

#include <string_view>

namespace seesaw {

inline bool has_word(std::string_view words, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

}  // namespace seesaw
