// Names of sizes that are symbols, as PyTorch gives them since 2.14: of where a size comes from, so that one that is
// added changes no other.
//
//   SourceSymbols symbols;
//   symbols.symbol("L['x'].size()[0]");   // "s77": the SHA-256 of the text, modulo 100; the next number if it is taken
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace seesaw {

class SourceSymbols {
 public:
  // The same for the same source.
  std::string symbol(const std::string& source);

 private:
  std::map<std::string, std::string> names_;
  std::set<unsigned> taken_;
};

// The SHA-256 of a text as a number, modulo 100.
unsigned sha256_modulo_100(std::string_view text);

}  // namespace seesaw
