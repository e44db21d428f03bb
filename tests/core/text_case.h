// Text cases: files of tests/text that say what goes in and what comes out; tests/README.md describes them.
//
// What: the sections of a file, and what Seesaw says for one step, by the commands of core/session.
// Why: tests/tools/text_cases.mjs runs the same files through the published module; here they run under the sanitizers.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace seesaw::test {

struct Section {
  std::string name;    // "output"
  std::string detail;  // "graph submod_1"
  std::string text;
};

struct TextStep {
  std::map<std::string, std::string> given;
  std::vector<Section> expected;
};

// A section that is given behind a result begins the next step; what a step does not give stays as it was.
std::vector<TextStep> read_steps(std::string_view text);

// Files below tests/text in order of their names: paths from there, "passes/cse_pass/equal_calls.txt".
std::vector<std::string> text_cases();

// What differs from what the file says, in words; nothing if all is as it should be.
std::string mistakes_in(const std::string& path);

}  // namespace seesaw::test
