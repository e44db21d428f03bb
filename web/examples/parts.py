#| title: Parts put together again
#| topic: Clean up
#| hint: Three submodules that a partitioner made
#| passes: inline_submodules
#| look: A partitioner cut this program into three modules, called in turn. The pass puts their bodies in place of the
#|   calls.
#| try: Remove the pass to see how a program with submodules is printed.
class GraphModule(torch.nn.Module):
    def forward(self, x, y):
        # No stacktrace found for following nodes
        submod_0 = self.submod_0(x, y);  x = y = None
        submod_1 = self.submod_1(submod_0);  submod_0 = None
        submod_2 = self.submod_2(submod_1);  submod_1 = None
        return submod_2
        
    class submod_0(torch.nn.Module):
        def forward(self, x, y):
            # No stacktrace found for following nodes
            sin = torch.sin(x);  x = None
            add = sin + y;  sin = y = None
            return add
            
    class submod_1(torch.nn.Module):
        def forward(self, add):
            # No stacktrace found for following nodes
            cos = torch.cos(add)
            mul = cos * add;  cos = add = None
            return mul
            
    class submod_2(torch.nn.Module):
        def forward(self, mul):
            # No stacktrace found for following nodes
            tanh = torch.tanh(mul);  mul = None
            return tanh
