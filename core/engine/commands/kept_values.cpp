#include "core/engine/commands/kept_values.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/cat.h"

namespace seesaw {

namespace {

struct KeptValues : Session::Attachment {
  explicit KeptValues(NamedValues all) : values(std::move(all)) {}
  NamedValues values;
};

}  // namespace

void keep_values(Session& session, std::uint32_t handle, NamedValues values) {
  session.attach(handle, std::make_unique<KeptValues>(std::move(values)));
}

const NamedValues* kept_values(Session& session, const JsonValue& args) {
  std::int64_t handle = integer_arg(args, "valuesOf", -1);
  if (handle < 0) return nullptr;
  session.program(args, "valuesOf");
  // Programs have no other attachments.
  auto* kept = static_cast<KeptValues*>(session.attachment(static_cast<std::uint32_t>(handle)));
  if (kept == nullptr)
    throw user_error(
        "handle", cat({"no values are kept beside program ", std::to_string(handle)}), "capture it with keepState");
  return &kept->values;
}

const Datum* value_named(const NamedValues& values, std::string_view name) {
  auto found = std::find_if(values.begin(), values.end(), [&](const auto& one) { return one.first == name; });
  return found == values.end() ? nullptr : &found->second;
}

Datum copied(const Datum& value) { return value.is_tensor() ? Datum(value.tensor().copy()) : value; }

}  // namespace seesaw
