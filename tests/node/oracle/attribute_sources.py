"""Modules whose attributes are set, deleted, registered or frozen, in __init__ and in forward: for
record_attributes.py.

Each row: name, source, inputs as annotations."""

HEAD = "import math\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n\n"
INPUT = ["f32[2, 3]"]


def module(init, forward, head=""):
    def indented(text):
        return "".join("\n" + " " * 8 + line for line in text.split("\n"))

    return f"{HEAD}{head}class M(nn.Module):\n    def __init__(self):\n        super().__init__(){indented(init)}\n\n    def forward(self, x):{indented(forward)}\n"


ROWS = []


def add(name, init, forward, head=""):
    ROWS.append((name, module(init, forward, head), INPUT))


buf = 'self.register_buffer("n", torch.zeros(3))'
par = "self.p = nn.Parameter(torch.zeros(3))"
for n, f in {
    "iadd": "self.p += 1\nreturn x + self.p",
    "method": "self.p.add_(1)\nreturn x + self.p",
    "view": "self.p[0] = 1\nreturn x + self.p",
    "viewm": "self.p.view(3, 1).mul_(2)\nreturn x + self.p",
    "data": "self.p.data.add_(1)\nreturn x + self.p",
    "detach": "self.p.detach().add_(1)\nreturn x + self.p",
    "nograd": "with torch.no_grad():\n    self.p.mul_(2)\nreturn x + self.p",
    "nogradview": "with torch.no_grad():\n    self.p[0] = 2\nreturn x + self.p",
    "copy": "self.p.copy_(x[0])\nreturn x",
    "fill": "nn.init.ones_(self.p)\nreturn x",
    "clone": "self.p.clone().add_(1)\nreturn x",
    "out": "torch.relu_(self.p)\nreturn x",
    "second": "x.add_(self.p)\nreturn x",
    "relu": "F.relu(self.p, inplace=True)\nreturn x",
}.items():
    add("par_" + n, par, f)
add("par_frozen", "self.p = nn.Parameter(torch.zeros(3), requires_grad=False)", "self.p.add_(1)\nreturn x + self.p")
add("par_sub", "self.l = nn.Linear(3, 3)", "self.l.weight.add_(1)\nreturn self.l(x)")
add("par_none", par, "y = x + self.p\nself.p = None\nreturn y")
add("par_int", par, "y = x + self.p\nself.p = 3\nreturn y")
add("par_tensor", par, "y = x + self.p\nself.p = x.sum(0)\nreturn y")
add("par_itensor", par, "y = x + self.p\nself.p = x.sum(0).long()\nreturn y")
add("par_new", par, "self.p = nn.Parameter(x.sum(0))\nreturn x + self.p")
for n, v in {
    "none": "None",
    "int": "3",
    "float": "3.0",
    "bool": "True",
    "str": "'a'",
    "list": "[1]",
    "tuple": "(1,)",
    "dict": "{}",
    "fn": "torch.sin",
    "module": "nn.ReLU()",
    "x": "x",
    "self": "self.n",
    "list_t": "[x]",
}.items():
    add("buf_" + n, buf, "y = x + self.n\nself.n = %s\nreturn y" % v)
add("buf_other", buf + '\nself.register_buffer("m", torch.zeros(3))', "self.n = self.m\nreturn x + self.n")
add(
    "buf_other_mut",
    buf + '\nself.register_buffer("m", torch.zeros(3))',
    "self.m.add_(1)\nself.n = self.m\nreturn x + self.n",
)
add(
    "buf_two",
    buf + '\nself.register_buffer("m", torch.zeros(3))',
    "self.m = self.m + 1\nself.n = self.m\nreturn x + self.n",
)
add(
    "buf_two_x",
    buf + '\nself.register_buffer("m", torch.zeros(3))',
    "self.m = self.m + 1\nself.n = x[0]\nself.m = x\nreturn x + self.n",
)
add("buf_t", buf + "\nself.t = torch.zeros(3)", "self.n = self.t\nreturn x + self.n")
add("buf_t_op", buf + "\nself.t = torch.zeros(3)", "self.n = self.t + 1\nreturn x + self.n")
add("buf_par", buf + "\n" + par, "self.n = self.p\nreturn x + self.n")
add("buf_par2", buf + "\n" + par, "self.n = x.sum(0)\nself.n = self.p\nreturn x + self.n")
add("buf_par3", buf + "\n" + par, "self.n = self.p\nself.n = x.sum(0)\nreturn x + self.n")
add("buf_k", buf + "\nself.k = 2", "self.k = self.n\nreturn x + self.k")
add("buf_k2", buf + "\nself.k = 2", "self.k = self.n\nself.n = self.n * 2\nreturn x + self.k")
add("buf_alias", buf + "\nself.k = self.n", "self.k = self.k + 1\nreturn x + self.k")
add("buf_alias2", buf + "\nself.k = self.n", "self.n = self.k + 1\nreturn x + self.k")
add("buf_alias3", buf + "\nself.k = self.n", "self.k += 1\nreturn x + self.k")
S = 'class S(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.register_buffer("n", torch.zeros(3))\n        self.k = 1\n        self.t = torch.ones(3)\n    def forward(self, x):\n        %s\n        return x + self.n\n'
add("sub_shared", "self.s = S()\nself.n = self.s.n", "self.n = self.n + 1\nreturn self.s(x) + self.n", S % "pass")
add("sub_shared_read", "self.s = S()\nself.n = self.s.n", "return self.s(x) + self.n", S % "pass")
for n, v in {
    "int": "self.n = 3",
    "none": "self.n = None",
    "x": "self.n = x",
    "t": "self.t = x",
    "kt": "self.k = x",
    "new": "self.z = x",
    "tn": "self.n = self.t",
    "list": "self.k = [1]",
    "twice": "self.n = self.n + 1",
}.items():
    add("sub_" + n, "self.s = S()", "return self.s(x)", S % v)
for n, (i, f) in {
    "t_none": ("self.t = torch.ones(3)", "y = x + self.t\nself.t = None\nreturn y"),
    "t_int": ("self.t = torch.ones(3)", "y = x + self.t\nself.t = 3\nreturn y"),
    "t_self": ("self.t = torch.ones(3)", "self.t = self.t\nreturn x + self.t"),
    "t_list": ("self.t = torch.ones(3)", "self.t = [x]\nreturn x"),
    "t_iadd": ("self.t = torch.ones(3)", "self.t += 1\nreturn x + self.t"),
    "none_t": ("self.t = None", "self.t = x\nreturn x + self.t"),
    "none_tuple": ("self.t = None", "self.t = (x, x)\nreturn x + self.t[0]"),
    "int_t": ("self.t = 3", "self.t = x\nreturn x + self.t"),
    "int_int": ("self.t = 3", "self.t += 1\nreturn x + self.t"),
    "int_list": ("self.t = 3", "self.t = [1, 2]\nreturn x"),
    "list_append": ("self.t = []", "self.t.append(x)\nreturn x + self.t[0]"),
    "list_append2": ("self.t = [1]", "self.t.append(x)\nreturn x + self.t[1]"),
    "list_set": ("self.t = [1]", "self.t[0] = x\nreturn x + self.t[0]"),
    "list_set_t": ("self.t = [torch.ones(3), torch.zeros(3)]", "self.t[0] = x\nreturn x + self.t[1]"),
    "list_set_t2": ("self.t = [torch.ones(3), torch.zeros(3)]", "self.t[0] = x\nself.t[1] = x\nreturn x + self.t[1]"),
    "list_pop": ("self.t = [1, 2]", "self.t.pop()\nreturn x + self.t[0]"),
    "list_new": ("self.t = [1]", "self.t = [2, 3]\nreturn x + self.t[0]"),
    "list_same": ("self.t = [1]", "self.t = [2]\nreturn x + self.t[0]"),
    "list_none": ("self.t = [1]", "self.t = None\nreturn x"),
    "list_tuple": ("self.t = [1]", "self.t = (1,)\nreturn x"),
    "list_int": ("self.t = [1]", "self.t = 4\nreturn x"),
    "list_clear": ("self.t = [1]", "self.t = []\nself.t.append(x)\nreturn x"),
    "list_t": ("self.t = [1]", "self.t = x\nreturn x"),
    "dict_set": ("self.t = {}", "self.t['a'] = x\nreturn x + self.t['a']"),
    "dict_set_over": ("self.t = {'a': 1}", "self.t['a'] = x\nreturn x + self.t['a']"),
    "dict_set_t": ("self.t = {'a': torch.ones(3)}", "self.t['a'] = x\nreturn x + self.t['a']"),
    "dict_keys": ("self.t = {'a': 1}", "self.t = {'b': 2}\nreturn x"),
    "dict_list": ("self.t = {'a': 1}", "self.t = [2]\nreturn x"),
    "dict_nested": ("self.t = {'a': [1, {'b': torch.ones(3)}]}", "self.t['a'][1]['b'] = x\nreturn x"),
    "dict_nested2": ("self.t = {'a': [1, 2]}", "self.t['a'].append(x)\nreturn x"),
    "tuple_t": ("self.t = (torch.ones(3), 2)", "self.t = (x, 2)\nreturn x"),
    "new": ("pass", "self.t = x\nreturn x"),
    "new2": ("pass", "self.t = x\nself.u = 3\nreturn x"),
    "new_int": ("pass", "self.t = 3\nreturn x + self.t"),
    "new_sub": ("pass", "self.t = nn.ReLU()\nreturn self.t(x)"),
    "fn": ("self.t = torch.sin", "self.t = torch.cos\nreturn self.t(x)"),
    "mod_none": ("self.l = nn.Linear(3, 3)", "y = self.l(x)\nself.l = None\nreturn y"),
    "mod_int": ("self.l = nn.Linear(3, 3)", "y = self.l(x)\nself.l = 3\nreturn y"),
    "mod_t": ("self.l = nn.Linear(3, 3)", "y = self.l(x)\nself.l = x\nreturn y"),
    "mod_other": ("self.l = nn.Linear(3, 3)\nself.m = nn.ReLU()", "self.l = self.m\nreturn self.l(x)"),
    "training": ("pass", "self.training = False\nreturn F.dropout(x, 0.5, self.training)"),
    "eval": ("self.d = nn.Dropout()", "self.eval()\nreturn self.d(x)"),
    "reg_none": ('self.register_buffer("n", None)', "self.n = x.sum(0)\nreturn x + self.n"),
    "reg_none2": (
        'self.register_buffer("n", None)\nself.register_buffer("m", torch.ones(3))',
        "self.n = x.sum(0)\nself.m = self.m + 1\nreturn x + self.n",
    ),
    "reg_late": ("pass", 'self.register_buffer("n", x.sum(0))\nreturn x + self.n'),
    "reg_late_t": ("pass", 'self.register_buffer("n", torch.ones(3))\nreturn x + self.n'),
    "reg_late_again": (buf, 'self.register_buffer("n", x.sum(0))\nreturn x + self.n'),
    "reg_late_par": ("pass", 'self.register_parameter("n", nn.Parameter(x.sum(0)))\nreturn x + self.n'),
    "setattr": (buf, 'setattr(self, "n", self.n + 1)\nreturn x + self.n'),
    "delattr": ("self.k = 3", "y = x + self.k\ndel self.k\nreturn y"),
    "delbuf": (buf, "y = x + self.n\ndel self.n\nreturn y"),
}.items():
    add(n, i, f)
add("init_par_t", par + "\nself.p = torch.ones(3)", "return x + self.p")
add("init_par_int", par + "\nself.p = 3", "return x + self.p")
add("init_buf_int", buf + "\nself.n = 3", "return x + self.n")
add("init_mod_int", "self.l = nn.ReLU()\nself.l = 3", "return x")
add("init_par_none", par + "\nself.p = None", "return x")
add("init_par_over_buf", buf + "\nself.n = nn.Parameter(torch.ones(3))", "return x + self.n")
add("init_reg_twice", buf + '\nself.register_buffer("n", torch.ones(3))', "return x + self.n")
add("init_reg_attr", 'self.n = 3\nself.register_buffer("n", torch.ones(3))', "return x + self.n")
add("init_reg_dot", 'self.register_buffer("n.a", torch.ones(3))', "return x")
add("init_reg_empty", 'self.register_buffer("", torch.ones(3))', "return x")
add("init_reg_int", 'self.register_buffer("n", 3)', "return x")
add("init_mod_over_attr", "self.n = 3\nself.n = nn.ReLU()", "return self.n(x)")
add("init_nosuper", "pass", "return x")
ROWS.append(
    (
        "no_forward",
        HEAD
        + "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.l = nn.Linear(3, 3)\n",
        INPUT,
    )
)
ROWS.append(
    (
        "no_super",
        HEAD
        + "class M(nn.Module):\n    def __init__(self):\n        self.l = nn.Linear(3, 3)\n    def forward(self, x):\n        return self.l(x)\n",
        INPUT,
    )
)
ROWS.append(
    (
        "no_super_p",
        HEAD
        + "class M(nn.Module):\n    def __init__(self):\n        self.l = nn.Parameter(torch.ones(3))\n    def forward(self, x):\n        return self.l + x\n",
        INPUT,
    )
)
ROWS.append(
    (
        "no_super_b",
        HEAD
        + "class M(nn.Module):\n    def __init__(self):\n        self.register_buffer('l', torch.ones(3))\n    def forward(self, x):\n        return self.l + x\n",
        INPUT,
    )
)
ROWS.append(
    (
        "no_super_k",
        HEAD
        + "class M(nn.Module):\n    def __init__(self):\n        self.k = 2\n    def forward(self, x):\n        return self.k + x\n",
        INPUT,
    )
)
ROWS.append(
    (
        "selfref",
        HEAD
        + "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.b = self\n        for n, p in self.named_parameters():\n            pass\n    def forward(self, x):\n        return x\n",
        INPUT,
    )
)
P = {
    "ip": "nn.Parameter(torch.zeros(3, dtype=torch.int64))",
    "ip_false": "nn.Parameter(torch.zeros(3, dtype=torch.int64), False)",
    "bp": "nn.Parameter(torch.zeros(3, dtype=torch.bool))",
    "empty": "nn.Parameter()",
    "none": "nn.Parameter(None)",
    "num": "nn.Parameter(3.0)",
    "list": "nn.Parameter([1.0])",
    "rgint": "nn.Parameter(torch.ones(3), 0)",
    "rgstr": "nn.Parameter(torch.ones(3), requires_grad='no')",
    "rgnone": "nn.Parameter(torch.ones(3), None)",
}
for n, v in P.items():
    add("param_" + n, "self.p = " + v, "return x")
for n, v in {
    "str": "self.p.requires_grad = 'no'",
    "int": "self.p.requires_grad = 0",
    "none": "self.p.requires_grad = None",
    "false": "self.p.requires_grad = False",
    "m_str": "self.p.requires_grad_('no')",
    "m_int": "self.p.requires_grad_(0)",
    "m_none": "self.p.requires_grad_(None)",
    "mod_str": "self.requires_grad_('no')",
    "mod_int": "self.requires_grad_(0)",
    "buf": "self.b.requires_grad_(True)",
    "bufattr": "self.b.requires_grad = True",
    "bufi": "self.i.requires_grad_(True)",
    "bufia": "self.i.requires_grad = True",
    "t": "self.t.requires_grad_()",
    "buff": "self.b.requires_grad_(False)",
}.items():
    add(
        "rg_" + n,
        par
        + '\nself.register_buffer("b", torch.ones(3))\nself.register_buffer("i", torch.ones(3, dtype=torch.int64))\nself.t = torch.ones(3)\n'
        + v,
        "return x + self.p + self.b + self.i + self.t",
    )
for n, v in {
    "int": "self.p.requires_grad = False",
    "m": "self.p.requires_grad_(False)",
    "true": "self.p.requires_grad_(True)",
    "mod": "self.requires_grad_(False)",
    "x": "x.requires_grad_(True)",
    "xa": "x.requires_grad = True",
    "bt": "self.b.requires_grad_(True)",
}.items():
    add("frg_" + n, par + '\nself.register_buffer("b", torch.ones(3))', v + "\nreturn x + self.p + self.b")


def rows():
    return ROWS
