#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <engine_records_passes.h>

int main(int argc, char** argv) {
  seesaw::add_passes(seesaw::engine_records::passes());
  return doctest::Context(argc, argv).run();
}
