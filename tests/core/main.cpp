#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "core/engine/passes/export/export_pass_list.h"

int main(int argc, char** argv) {
  seesaw::add_passes(seesaw::export_passes());
  return doctest::Context(argc, argv).run();
}
