#include "core/graph/session/commands.h"

namespace seesaw {

namespace {

constinit const Command* const kCommands[] = {
    &command::open,
    &command::close,
    &command::print,
    &command::run,
    &command::edit,
    &command::describe,
    &command::status,
};

}  // namespace

std::span<const Command* const> command_table() { return kCommands; }

}  // namespace seesaw
