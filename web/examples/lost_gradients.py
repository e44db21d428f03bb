#| title: A pass that changes gradients
#| topic: Passes that lie
#| hint: PyTorch 2.6.0 loses this no_grad region; the result is the same, its gradients are not
#| passes: replace_set_grad_with_hop_pass
#| seen: 2.6.0, 2.14.1
#| look: The gate is computed without gradients, as the program says. After the pass nothing says so any more: the values
#|   are the same, the gradients are not, and no test on values finds it.
#| try: Click Keep the region beside the pass; values and gradients are equal then.
import torch

class Gated(torch.nn.Module):
    def forward(self, x: "f32[4]"):
        wave = x.sin()
        with torch.no_grad():
            gate = torch.cond(
                wave.sum() > 0, lambda v: v.exp(), lambda v: v.cos(), (wave,)
            )
        return wave * gate
