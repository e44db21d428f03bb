#| title: Dead code that was not dead
#| topic: Passes that lie
#| hint: Nobody uses the result of mul_, so it goes, and with it what it wrote
#| passes: eliminate_dead_code
#| seen: 2.6.0, 2.14.1
#| issue: 68301
#| look: A method that ends with an underscore writes to its tensor. The pass asks who uses its result, and a method has
#|   no schema that says more.
#| try: Write y = y * 2 in place of y.mul_(2): values are equal then.
import torch

class Scaled(torch.nn.Module):
    def forward(self, x: "f32[4]"):
        y = x.clone()
        y.mul_(2)
        return y
