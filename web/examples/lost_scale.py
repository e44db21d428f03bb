#| title: A scale that learns after all
#| topic: Passes that lie
#| hint: PyTorch 2.6.0 decomposes std and forgets no_grad around it: a gradient triples
#| passes: replace_set_grad_with_hop_pass, run_decompositions
#| seen: 2.6.0, 2.14.1
#| look: The scale is taken without gradients. The first pass keeps the region, as a submodule; the second takes std
#|   apart and puts its parts into the graph around it, without their grad mode.
#| try: Switch the second pass off: the first one alone is equal. Then open Autograd and see which gradient it was.
import torch

class Normalize(torch.nn.Module):
    def forward(self, x: "f32[4]"):
        with torch.no_grad():
            scale = x.std()
        return x / scale
