# Reads the names of records (operators, their rules, passes) from their files, and writes them as C++: nobody keeps a
# list.
#
#   cmake -DFOLDER=core/engine -DNAME=engine_records -DOUT=build/generated -P core/list_records.cmake
#
# What is found, each at the beginning of a line of FOLDER/**/*.cpp:
#
#   constinit const OpDef NAME{                     a record that formulas call by its name, op::NAME
#   std::span<const OpDef> op_records::NAME() {     the records of a file that nothing calls by name
#   Outputs NAME(Args args)                         in namespace seesaw::decomposition or seesaw::put_back: a rule
#   Specs shape::NAME(Args args)                    a shape rule
#   constinit const PassDef pass::NAME{             a pass
#
# OUT/NAME_ops.h declares records and families, OUT/NAME_rules.h rules, OUT/NAME_passes.h passes; OUT/NAME.cpp lists
# them. A file whose text stays is not written, so that nothing is compiled again.
cmake_minimum_required(VERSION 3.22)
file(GLOB_RECURSE FILES ${FOLDER}/*.cpp)
list(SORT FILES)
set(RECORDS "")
set(FAMILIES "")
set(PASSES "")
foreach(SPACE decomposition put_back shape)
  set(RULES_${SPACE} "")
endforeach()

# Without what is in anonymous namespaces.
function(without_anonymous TEXT RESULT)
  set(KEPT "")
  while(TRUE)
    string(FIND "${TEXT}" "\nnamespace {\n" BEGIN)
    if(BEGIN EQUAL -1)
      break()
    endif()
    string(SUBSTRING "${TEXT}" 0 ${BEGIN} BEFORE)
    string(APPEND KEPT "${BEFORE}\n")
    string(SUBSTRING "${TEXT}" ${BEGIN} -1 TEXT)
    string(FIND "${TEXT}" "\n}  // namespace\n" END)
    string(SUBSTRING "${TEXT}" ${END} -1 TEXT)
  endwhile()
  set(${RESULT} "${KEPT}${TEXT}" PARENT_SCOPE)
endfunction()

foreach(FILE ${FILES})
  file(READ ${FILE} TEXT)
  # Semicolons and brackets would be read as lists.
  string(REGEX REPLACE "[][;]" " " TEXT "${TEXT}")
  # Where one is indented, or in a namespace of its own, nothing would list it.
  if(TEXT MATCHES "\n[ \t]+constinit const (OpDef|PassDef) ([A-Za-z0-9_:]+)")
    message(FATAL_ERROR "${FILE}: the record ${CMAKE_MATCH_2} must begin at the beginning of its line to be found")
  endif()
  string(REGEX MATCHALL "\nconstinit const OpDef [A-Za-z0-9_]+" FOUND "${TEXT}")
  foreach(LINE ${FOUND})
    string(REGEX REPLACE ".* " "" ITEM "${LINE}")
    list(APPEND RECORDS ${ITEM})
  endforeach()
  string(REGEX MATCHALL "\nstd::span<const OpDef> op_records::[a-z0-9_]+" FOUND "${TEXT}")
  foreach(LINE ${FOUND})
    string(REGEX REPLACE ".*::" "" ITEM "${LINE}")
    list(APPEND FAMILIES ${ITEM})
  endforeach()
  string(REGEX MATCHALL "\nconstinit const PassDef pass::[a-z0-9_]+" FOUND "${TEXT}")
  foreach(LINE ${FOUND})
    string(REGEX REPLACE ".*::" "" ITEM "${LINE}")
    list(APPEND PASSES ${ITEM})
  endforeach()
  string(REGEX MATCHALL "\nSpecs shape::[a-z0-9_]+\\(Args args\\)" FOUND "${TEXT}")
  foreach(LINE ${FOUND})
    string(REGEX REPLACE "\nSpecs shape::" "Specs " ITEM "${LINE}")
    list(APPEND RULES_shape "${ITEM}")
  endforeach()
  foreach(SPACE decomposition put_back)
    string(FIND "${TEXT}" "\nnamespace seesaw::${SPACE} {" BEGIN)
    string(FIND "${TEXT}" "\n}  // namespace seesaw::${SPACE}\n" END)
    if(BEGIN EQUAL -1)
      continue()
    endif()
    math(EXPR LENGTH "${END} - ${BEGIN}")
    string(SUBSTRING "${TEXT}" ${BEGIN} ${LENGTH} PART)
    without_anonymous("${PART}" PART)
    string(REGEX MATCHALL "\nOutputs [a-z0-9_]+\\(Args [a-z]*\\)" FOUND "${PART}")
    foreach(LINE ${FOUND})
      string(REGEX REPLACE "\nOutputs ([a-z0-9_]+).*" "Outputs \\1(Args args)" ITEM "${LINE}")
      list(APPEND RULES_${SPACE} "${ITEM}")
    endforeach()
  endforeach()
endforeach()

function(write_if_changed PATH TEXT)
  set(OLD "")
  if(EXISTS ${PATH})
    file(READ ${PATH} OLD)
  endif()
  if(NOT OLD STREQUAL TEXT)
    file(WRITE ${PATH} "${TEXT}")
  endif()
endfunction()

set(HEAD "// Made by core/list_records.cmake. Do not edit.\n")
set(NAMES "${HEAD}#pragma once\n\n#include \"core/graph/ops_table/op_def.h\"\n\nnamespace seesaw::op {\n")
string(CONCAT LIST "${HEAD}#include <${NAME}_ops.h>\n#include <${NAME}_passes.h>\n\n"
  "namespace seesaw::${NAME} {\n\nstd::span<const OpDef* const> named() {\n")
if(RECORDS)
  string(APPEND LIST "  static constexpr const OpDef* kNamed[] = {\n")
  foreach(ITEM ${RECORDS})
    string(APPEND NAMES "extern const OpDef ${ITEM};\n")
    string(APPEND LIST "      &op::${ITEM},\n")
  endforeach()
  string(APPEND LIST "  };\n  return kNamed;\n")
else()
  string(APPEND LIST "  return {};\n")
endif()
string(APPEND NAMES "}  // namespace seesaw::op\n\nnamespace seesaw::op_records {\n")
string(APPEND LIST "}\n\nstd::span<const std::span<const OpDef>> families() {\n"
  "  static const std::span<const OpDef> kFamilies[] = {\n")
foreach(ITEM ${FAMILIES})
  string(APPEND NAMES "std::span<const OpDef> ${ITEM}();\n")
  string(APPEND LIST "      op_records::${ITEM}(),\n")
endforeach()
string(APPEND NAMES "}  // namespace seesaw::op_records\n\nnamespace seesaw::${NAME} {\n"
  "std::span<const OpDef* const> named();\nstd::span<const std::span<const OpDef>> families();\n"
  "}  // namespace seesaw::${NAME}\n")
string(APPEND LIST "  };\n  return kFamilies;\n}\n\nstd::span<const PassDef* const> passes() {\n"
  "  static constexpr const PassDef* kPasses[] = {\n")
set(PASS_NAMES "${HEAD}#pragma once\n\n#include \"core/graph/passes/pass.h\"\n\nnamespace seesaw::pass {\n")
foreach(ITEM ${PASSES})
  string(APPEND PASS_NAMES "extern const PassDef ${ITEM};\n")
  string(APPEND LIST "      &pass::${ITEM},\n")
endforeach()
string(APPEND PASS_NAMES "}  // namespace seesaw::pass\n\nnamespace seesaw::${NAME} {\n"
  "std::span<const PassDef* const> passes();\n}  // namespace seesaw::${NAME}\n")
string(APPEND LIST "  };\n  return kPasses;\n}\n\n}  // namespace seesaw::${NAME}\n")
set(RULES "${HEAD}#pragma once\n\n#include \"core/graph/ops_table/op_def.h\"\n")
foreach(SPACE decomposition put_back shape)
  string(APPEND RULES "\nnamespace seesaw::${SPACE} {\n")
  foreach(ITEM ${RULES_${SPACE}})
    string(APPEND RULES "${ITEM};\n")
  endforeach()
  string(APPEND RULES "}  // namespace seesaw::${SPACE}\n")
endforeach()
write_if_changed(${OUT}/${NAME}_ops.h "${NAMES}")
write_if_changed(${OUT}/${NAME}_rules.h "${RULES}")
write_if_changed(${OUT}/${NAME}_passes.h "${PASS_NAMES}")
write_if_changed(${OUT}/${NAME}.cpp "${LIST}")
