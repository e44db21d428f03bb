"""Prints the logs that the examples `dynamo_log.txt` and `inductor_post_grad.txt` are cut from. PyTorch 2.6.0, CPU.

python3 examples.py 2>all.log
"""

import logging

import torch
import torch.nn as nn
import torch.nn.functional as F

torch._logging.set_logs(graph_code=True, post_grad_graphs=True)


class Distill(nn.Module):
    """A student that follows a momentum teacher."""

    def __init__(self):
        super().__init__()
        self.student = nn.Linear(16, 16)
        self.teacher = nn.Linear(16, 16)

    def forward(self, tokens):
        with torch.no_grad():
            for slow, fast in zip(self.teacher.parameters(), self.student.parameters()):
                slow.mul_(0.99).add_(fast, alpha=0.01)
            target = F.softmax(self.teacher(tokens), dim=-1)
        guess = F.log_softmax(self.student(tokens), dim=-1)
        return F.kl_div(guess, target, reduction="batchmean")


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(16, 16)
        self.norm = nn.LayerNorm(16)

    def forward(self, tokens, mask):
        h = self.norm(F.gelu(self.proj(tokens)))
        parts = h.split(8, dim=-1)
        return (parts[0] * torch.sigmoid(parts[1])) * mask


torch.manual_seed(0)
torch.compile(Distill(), backend="aot_eager")(torch.randn(4, 16))
try:
    with torch.no_grad():
        torch.compile(Head(), backend="inductor")(torch.randn(2, 4, 16), torch.ones(2, 4, 1))
except Exception as error:  # the graph is printed before the C++ compiler is asked for
    logging.getLogger().warning("stopped: %s", type(error).__name__)
