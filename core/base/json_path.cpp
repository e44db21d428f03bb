#include "core/base/json_path.h"

#include "core/base/cat.h"

namespace seesaw {

namespace {

constexpr std::size_t kLongestPath = 200;

// The last child that begins at the offset or before it; null if there is none. Appends its name.
const JsonValue* child_at(const JsonValue& value, std::int64_t offset, std::string& path) {
  const JsonValue* found = nullptr;
  if (value.is_object()) {
    std::string_view key;
    for (const JsonMember& member : value.members()) {
      if (member.value.offset() > offset) break;
      found = &member.value;
      key = member.key;
    }
    if (found != nullptr) path += cat({path.empty() ? "" : ".", key});
  } else if (value.is_array()) {
    std::size_t index = 0;
    for (const JsonValue& item : value.items()) {
      if (item.offset() > offset) break;
      found = &item;
      ++index;
    }
    if (found != nullptr) path += cat({"[", std::to_string(index - 1), "]"});
  }
  return found;
}

}  // namespace

std::string path_to(const JsonValue& root, std::int64_t offset) {
  std::string path;
  const JsonValue* value = &root;
  while (value != nullptr && value->offset() != offset) {
    value = child_at(*value, offset, path);
    if (path.size() > kLongestPath) return {};
  }
  return value == nullptr ? std::string() : path;
}

void name_argument(Diagnostic& diagnostic, const JsonValue& root) {
  if (diagnostic.code != DiagnosticKind("json") || diagnostic.offset <= 0 || diagnostic.place.line != 0) return;
  std::string path = path_to(root, diagnostic.offset);
  // Some messages name it themselves.
  if (path.empty() || diagnostic.message.find(cat({"'", path, "'"})) != std::string::npos) return;
  diagnostic.message = cat({"argument '", path, "': ", diagnostic.message});
}

}  // namespace seesaw
