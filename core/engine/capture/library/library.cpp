#include "core/engine/capture/library/library.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "core/base/cat.h"

namespace seesaw {

namespace {

constexpr std::string_view kMark = "# @", kShownMark = "# @@", kNewerCode = " || ";
constexpr std::string_view kFileMark = "# ---- ";  // begins the line that names a file

const std::string& text() {
  static const std::string joined = [] {
    std::string all;
    for (const LibraryFile& file : library_files()) all += cat({kFileMark, file.path, "\n", file.text, "\n"});
    return all;
  }();
  return joined;
}

}  // namespace

std::string_view library_source() { return text(); }

bool library_line_is_shown(std::string_view line) { return line.find(kShownMark) != std::string_view::npos; }

std::string library_place(std::string_view line, std::string_view function, bool newer) {
  std::size_t mark = line.find(kMark);
  std::string_view code = line.substr(0, mark), where = "module.py:1";
  if (mark != std::string_view::npos) {
    where = line.substr(mark + kMark.size());
    if (where.starts_with('@')) where.remove_prefix(1);
    std::size_t blank = where.find(' ');
    if (blank != std::string_view::npos) code = where.substr(blank + 1);
    if (std::size_t both = code.find(kNewerCode); both != std::string_view::npos)
      code = newer ? code.substr(both + kNewerCode.size()) : code.substr(0, both);
    where = where.substr(0, blank);
  }
  while (code.ends_with(' ')) code.remove_suffix(1);
  std::string_view number = where.substr(where.find(':') + 1);
  where.remove_suffix(number.size());
  if (std::size_t both = number.find('='); both != std::string_view::npos)
    number = newer ? number.substr(both + 1) : number.substr(0, both);
  constexpr std::string_view kDistributions = "distributions_";
  if (function.starts_with(kDistributions)) function.remove_prefix(kDistributions.size());
  bool other = where.starts_with("//");     // of another package than torch
  bool elsewhere = where.starts_with("/");  // not in torch/nn/modules
  return cat({"File: ",
              other ? kPackagesFolder : kTorchFolder,
              elsewhere ? "" : "nn/modules/",
              where.substr(other       ? 2
                           : elsewhere ? 1
                                       : 0),
              number,
              " in ",
              function,
              ", code: ",
              code});
}

namespace {

// The line in front of a file names it: "# ---- torch/nn/modules/linear.py".
std::string found_layer_path(std::string_view name) {
  std::string_view all = text();
  std::size_t at = all.find(cat({"\nclass ", name, "(Module)"}));
  if (at == std::string_view::npos) at = all.find(cat({"\nclass ", name, "("}));
  if (at == std::string_view::npos) return cat({"torch.nn.", name});
  std::string_view file = all.substr(all.rfind(kFileMark, at) + kFileMark.size());
  std::string module(file.substr(0, file.find(".py\n")));
  std::replace(module.begin(), module.end(), '/', '.');
  return cat({module, ".", name});
}

}  // namespace

std::string layer_path(std::string_view name) {
  static std::map<std::string, std::string, std::less<>>
      known;  // as many as there are layers, and what a person's text takes for one
  auto found = known.find(name);
  if (found != known.end()) return found->second;
  std::string path = found_layer_path(name);
  return known.size() < 1000 ? known.emplace(name, std::move(path)).first->second : path;
}

}  // namespace seesaw
