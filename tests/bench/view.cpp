// Pictures: time, stability, and a graph with its picture for a comparison with other layouts. One line of JSON out.
//
//   seesaw_view_bench time transformer|wide NODES RUNS      # median milliseconds of processor time of make_picture,
//   and steps counted seesaw_view_bench stability transformer|wide NODES RUNS # share of nodes that one inserted
//   operator moves by more than 5 pixels seesaw_view_bench text transformer|wide NODES SEED      # the graph as code
//   seesaw_view_bench drawn transformer|wide NODES SEED     # sizes of boxes, lines, and where our picture has them
//
// scripts/lib/bench_view.mjs runs it.
#include <cmath>
#include <ctime>

#include "core/base/json.h"
#include "core/engine/view/picture.h"
#include "core/graph/text/print.h"
#include "tests/bench/clock.h"
#include "tests/bench/view_graphs.h"

namespace {

using namespace seesaw;
using namespace seesaw::view;

Program build(std::string_view kind, std::size_t nodes, std::size_t seed) {
  return kind == "wide" ? bench::random_wide(nodes, seed) : bench::transformer_like(nodes);
}

double processor_ms() { return static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC; }

int time_layout(std::string_view kind, std::size_t nodes, std::size_t runs) {
  Program program = build(kind, nodes, 1);
  std::vector<double> times;
  Picture picture;
  for (std::size_t i = 0; i < runs; ++i) {
    double begin = processor_ms();
    picture = make_picture(program);
    times.push_back(processor_ms() - begin);
  }
  std::printf("{\"nodes\":%zu,\"lines\":%zu,\"ms\":%.3f,\"width\":%.0f,\"height\":%.0f}\n",
              picture.size(),
              picture.from.size(),
              bench::median(times),
              static_cast<double>(picture.width),
              static_cast<double>(picture.height));
  return 0;
}

// Nodes are created in the order of ids, so the old ones come first in the order of ids after, too.
double share_moved(std::string_view kind, std::size_t nodes, std::size_t run) {
  Program program = build(kind, nodes, run / 10);
  Picture before = make_picture(program);
  Node* made = bench::insert_operator(program.root->graph(), run * 131 + 17);
  PictureOptions options;
  options.anchor = {true, before.lineage, before.key, before.box, before.group_key, before.group_box};
  Picture after = make_picture(program, options);
  std::size_t moved = 0, skipped = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (after.node[i + skipped] == made) skipped = 1;
    std::size_t j = 4 * (i + skipped);
    moved += std::hypot(before.box[4 * i] - after.box[j], before.box[4 * i + 1] - after.box[j + 1]) > 5 ? 1u : 0u;
  }
  return static_cast<double>(moved) / static_cast<double>(before.size());
}

int measure_stability(std::string_view kind, std::size_t nodes, std::size_t runs) {
  double sum = 0, worst = 0;
  for (std::size_t run = 0; run < runs; ++run) {
    double share = share_moved(kind, nodes, run);
    sum += share;
    worst = std::max(worst, share);
  }
  std::printf("{\"runs\":%zu,\"mean\":%.5f,\"worst\":%.5f}\n", runs, sum / static_cast<double>(runs), worst);
  return 0;
}

int write_drawn(std::string_view kind, std::size_t nodes, std::size_t seed) {
  Program program = build(kind, nodes, seed);
  Picture picture = make_picture(program);
  JsonWriter json;
  auto column = [&](std::string_view name, const auto& values) {
    json.key(name).array();
    for (auto value : values) json.number(static_cast<double>(value));
    json.end();
  };
  json.object();
  column("box", picture.box);
  column("from", picture.from);
  column("to", picture.to);
  column("start", picture.start);
  column("points", picture.points);
  json.end();
  std::printf("%s\n", json.take().c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: seesaw_view_bench time|stability|text|drawn transformer|wide NODES RUNS|SEED\n");
    return 2;
  }
  std::string_view mode = argv[1], kind = argv[2];
  std::size_t nodes = std::strtoul(argv[3], nullptr, 10), last = std::strtoul(argv[4], nullptr, 10);
  if (mode == "time") return time_layout(kind, nodes, std::max<std::size_t>(1, last));
  if (mode == "stability") return measure_stability(kind, nodes, last);
  if (mode == "drawn") return write_drawn(kind, nodes, last);
  std::printf("%s", print_code(build(kind, nodes, last).root->graph(), {true}).c_str());
  return 0;
}
