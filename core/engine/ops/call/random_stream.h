// A generator of random numbers beside the default one, as torch.Generator is.
//
// What: a `RandomStream` keeps a sequence of its own, and takes the place of the default generator between two calls of
// swap(). Why: all that draws numbers draws them from one generator; PyTorch passes another one as an argument.
//
//   RandomStream stream(3);
//   stream.swap();
//   fill_normal(tensor, 0, 1);   // torch.randn(..., generator=torch.Generator().manual_seed(3))
//   stream.swap();
#pragma once

#include <cstdint>
#include <memory>

namespace seesaw {

class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed);
  ~RandomStream();
  RandomStream(RandomStream&& other) noexcept;
  RandomStream& operator=(RandomStream&& other) noexcept;
  void swap();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace seesaw
