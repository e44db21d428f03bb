#| title: A write that goes nowhere
#| topic: Passes that lie
#| hint: The view that is written to becomes a copy of it
#| passes: replace_view_ops_with_view_copy_ops
#| seen: 2.6.0, 2.14.1
#| look: The first two elements are set to 0 through a view. The pass makes a copy of the view, and zero_ writes to that.
#| try: Take away the line with zero_: the pass is right where nothing is written.
import torch

class Masked(torch.nn.Module):
    def forward(self, x: "f32[4]"):
        y = x.clone()
        y[:2].zero_()
        return y

torch.export.export_for_training(Masked(), (torch.randn(4),))
