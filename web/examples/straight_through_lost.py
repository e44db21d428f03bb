#| title: A straight-through estimator that stops learning
#| topic: Passes that lie
#| hint: The default decompositions write detach as alias, and its gradient is 0
#| passes: run_decompositions
#| seen: 2.6.0, 2.14.1
#| issue: 84727
#| look: round has no gradient; detach lets that of x through. The decomposition makes three aliases of detach, which
#|   are not detached: the values are the same, and nothing learns any more.
#| try: Play the film: one rewrite. Then look at the gradient of x in Autograd, before and after.
import torch

class Quantize(torch.nn.Module):
    def forward(self, x: "f32[4]"):
        return x + (torch.round(x) - x).detach()

torch.export.export_for_training(Quantize(), (torch.randn(4),))
