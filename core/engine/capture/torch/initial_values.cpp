#include "core/engine/capture/torch/initial_values.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "core/base/diagnostic.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/call/dispatch.h"
#include "core/engine/ops/call/random.h"
#include "core/engine/ops/call/random_stream.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

double number_at(const std::vector<Datum>& args, std::size_t i, double otherwise) {
  return i < args.size() && args[i].is_number() ? args[i].number().value : otherwise;
}

// What torch.nn.init.trunc_normal_ draws: by the inverse of the distribution.
double inverse_erf(double x) {
  double a = std::log((1 - x) * (1 + x)), t = 2 / (std::numbers::pi * 0.147) + a / 2;
  double y = std::copysign(std::sqrt(std::sqrt(t * t - a / 0.147) - t), x);
  for (int i = 0; i < 4; ++i) y -= (std::erf(y) - x) / (2 / std::sqrt(std::numbers::pi) * std::exp(-y * y));
  return y;
}

void fill_truncated(Tensor& tensor, double mean, double deviation, double low, double high) {
  auto share = [&](double x) { return (1 + std::erf((x - mean) / deviation / std::sqrt(2.0))) / 2; };
  double l = share(low), u = share(high);
  fill_uniform(tensor, 2 * l - 1, 2 * u - 1);
  for (std::int64_t i = 0; i < tensor.numel(); ++i)
    tensor.set_item_at(i, std::clamp(inverse_erf(tensor.item_at(i)) * deviation * std::sqrt(2.0) + mean, low, high));
}

// What torch.nn.init.orthogonal_ makes: the orthogonal part of random rows (or columns, if there are more of them), by
// the process of Gram and Schmidt.
void fill_orthogonal(Tensor& tensor, double gain) {
  std::int64_t rows = tensor.sizes()[0], columns = tensor.numel() / rows;
  fill_normal(tensor, 0, 1);
  bool wide = rows < columns;
  std::int64_t count = wide ? rows : columns, length = wide ? columns : rows;
  auto at = [&](std::int64_t vector, std::int64_t i) { return wide ? vector * columns + i : i * columns + vector; };
  std::vector<std::vector<double>> done;
  for (std::int64_t v = 0; v < count; ++v) {
    std::vector<double> x(static_cast<std::size_t>(length));
    for (std::int64_t i = 0; i < length; ++i) x[static_cast<std::size_t>(i)] = tensor.item_at(at(v, i));
    for (int twice = 0; twice < 2; ++twice) {
      for (const std::vector<double>& other : done) {
        double dot = std::inner_product(x.begin(), x.end(), other.begin(), 0.0);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] -= dot * other[i];
      }
    }
    double norm = std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
    for (double& one : x) one /= norm;
    for (std::int64_t i = 0; i < length; ++i) tensor.set_item_at(at(v, i), x[static_cast<std::size_t>(i)] * gain);
    done.push_back(std::move(x));
  }
}

class Initializer : public Interpreter {
 public:
  using Interpreter::Interpreter;

  Datum call_function(Node* node, Arguments& arguments) override {
    std::string_view path = node->callable()->path.view();
    auto& args = arguments.args;
    if (path == "torch.manual_seed") {
      manual_seed(static_cast<std::uint64_t>(args.at(0).number().exact));
      return Datum();
    }
    if (path.starts_with("torch.Generator.")) return use_generator(path, args);
    constexpr std::string_view kAten = "torch.ops.aten.";
    std::string_view name = path.starts_with(kAten) ? path.substr(kAten.size()) : path;
    if (name == "uniform_.default" || name == "normal_.default" || name == "trunc_normal_.default" ||
        name == "orthogonal_.default") {
      Tensor tensor = args.at(0).tensor();
      if (name.starts_with("uniform")) fill_uniform(tensor, number_at(args, 1, 0), number_at(args, 2, 1));
      if (name.starts_with("normal")) fill_normal(tensor, number_at(args, 1, 0), number_at(args, 2, 1));
      if (name.starts_with("orthogonal")) fill_orthogonal(tensor, number_at(args, 1, 1));
      if (name.starts_with("trunc"))
        fill_truncated(
            tensor, number_at(args, 1, 0), number_at(args, 2, 1), number_at(args, 3, -2), number_at(args, 4, 2));
      return args[0];
    }
    bool drawn = name.starts_with("rand.") || name.starts_with("randn.") || name.starts_with("rand_like.") ||
                 name.starts_with("randn_like.") || name.starts_with("randint.") || name.starts_with("empty.");
    return drawn ? draw(node, name, args) : Interpreter::call_function(node, arguments);
  }

 private:
  // torch.Generator.restart(number, seed), torch.Generator.swap(number)
  Datum use_generator(std::string_view path, const std::vector<Datum>& args) {
    std::int64_t number = args.at(0).number().exact;
    if (path.ends_with(".restart"))
      streams_.insert_or_assign(number, RandomStream(static_cast<std::uint64_t>(args.at(1).number().exact)));
    else
      streams_.at(number).swap();
    return Datum();
  }

  std::map<std::int64_t, RandomStream> streams_;

  // A new tensor, as its metadata says.
  Datum draw(Node* node, std::string_view name, const std::vector<Datum>& args) {
    const Arg* val = node->find_meta(module().context().keys.val);
    if (val == nullptr || val->kind() != ArgKind::tensor_meta)
      throw user_error("no-kernel", "a random tensor without a shape");
    Dims sizes;
    for (const Dim& dim : val->as_tensor_meta()->shape) sizes.push_back(dim.value);
    Element element;
    if (!element_of(*val->as_tensor_meta()->dtype, element))
      throw user_error("no-kernel", "random numbers of this dtype are not drawn");
    Tensor out = Tensor::zeros(sizes, element);
    if (name.starts_with("randn"))
      fill_normal(out, 0, 1);
    else if (name.starts_with("randint.low"))
      fill_integers(out, args.at(0).number().exact, args.at(1).number().exact);
    else if (name.starts_with("randint"))
      fill_integers(out, 0, args.at(0).number().exact);
    else if (name.starts_with("rand"))
      fill_uniform(out, 0, 1);
    return Datum(out);
  }
};

}  // namespace

NamedValues initial_values(InitialGraph initial) {
  Module& module = *initial.module;
  std::vector<Arg> nodes;
  for (const auto& [name, node] : initial.wanted) nodes.push_back(node);
  module.graph().output(module.context().list(nodes));
  manual_seed(initial.seed);
  std::vector<Datum> literals;
  for (const Tensor& literal : initial.literals) literals.emplace_back(literal);
  Initializer initializer(module);
  Datum results = initializer.run(std::move(literals));
  NamedValues out;
  for (std::size_t i = 0; i < initial.wanted.size(); ++i) out.emplace_back(initial.wanted[i].first, results.items()[i]);
  return out;
}

GrowingValues::GrowingValues(const Module& module, std::uint64_t seed)
    : running_(std::make_unique<Initializer>(module)) {
  manual_seed(seed);
}
GrowingValues::~GrowingValues() = default;

Tensor GrowingValues::value_of(Node* node, const std::vector<Tensor>& literals) {
  std::vector<Datum> more;
  for (; literals_ < literals.size(); ++literals_) more.emplace_back(literals[literals_].copy());
  running_->run_more(std::move(more));
  Datum value = running_->value_of(Arg::node(node));
  if (!value.is_tensor()) throw user_error("no-value", "this is no tensor");
  return value.tensor();
}

}  // namespace seesaw
