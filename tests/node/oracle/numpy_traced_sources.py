"""Sources for record_exports.py: NumPy in forward, which strict capture traces: numbers that np.sqrt() and its like
give, arrays that forward makes, what x.numpy() gives, and how they meet tensors.

numpy_traced_sources.py OUT.jsonl.gz. Recorded as data/numpy_traced_2.6.jsonl.gz and data/numpy_traced_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import numpy as np
import torch
from torch import nn


class Net(nn.Module):
"""
TAIL = """

torch.export.export(Net(), (torch.randn(2, 3),))
"""

# The class's body, or that of forward alone.
CASES = {
    "npf_sqrt_div": """    def forward(self, x):
        return x / np.sqrt(x.shape[-1])
""",
    "npf_sqrt_mul_left": """    def forward(self, x):
        return np.sqrt(3) * x
""",
    "npf_sqrt_float": """    def forward(self, x):
        return x * np.sqrt(0.5) + np.sqrt(2.0 / np.pi)
""",
    "npf_log_mean": """    def forward(self, x):
        return x - np.log(10000.0) / x.shape[1]
""",
    "npf_int_sqrt": """    def forward(self, x):
        n = int(np.sqrt(x.numel() // 6 * 4))
        return x.repeat(n, 1)
""",
    "npf_ceil_int": """    def forward(self, x):
        n = int(np.ceil(x.shape[1] / 2))
        return x[:, :n]
""",
    "npf_floor_int": """    def forward(self, x):
        n = int(np.floor(x.shape[1] / 2))
        return x[:, n:]
""",
    "npf_round_item": """    def forward(self, x):
        n = np.round(2.6).astype(int)
        return x * int(n)
""",
    "npf_prod_shape": """    def forward(self, x):
        n = np.prod(x.shape)
        return x.reshape(int(n))
""",
    "npf_prod_list": """    def forward(self, x):
        return x / np.prod([2, 3])
""",
    "npf_prod_view": """    def forward(self, x):
        return x.view(-1, int(np.prod(x.size()[1:])))
""",
    "npf_power": """    def forward(self, x):
        return x * np.power(2, 3)
""",
    "npf_power_float": """    def forward(self, x):
        return x * np.power(2.0, -0.5)
""",
    "npf_minus_ten": """    def forward(self, x):
        return x * 10 ** (-np.log(2))
""",
    "npf_exp_neg": """    def forward(self, x):
        return x * np.exp(-1)
""",
    "npf_log2_int": """    def forward(self, x):
        n = int(np.log2(8))
        return x * n
""",
    "npf_abs_max": """    def forward(self, x):
        return x + np.abs(-3) + np.maximum(1, 2)
""",
    "npf_arange_from": """    def forward(self, x):
        return x + torch.from_numpy(np.arange(3))
""",
    "npf_arange_float": """    def forward(self, x):
        return x + torch.from_numpy(np.arange(0, 3, dtype=np.float32))
""",
    "npf_arange_as_tensor": """    def forward(self, x):
        return x + torch.as_tensor(np.arange(3), dtype=torch.float32)
""",
    "npf_tensor_of_arange": """    def forward(self, x):
        return x + torch.tensor(np.arange(3))
""",
    "npf_ones_triu": """    def forward(self, x):
        return x + torch.from_numpy(np.triu(np.ones((2, 3)), k=1)).to(x.dtype)
""",
    "npf_triu_astype": """    def forward(self, x):
        m = np.triu(np.ones((3, 3)), k=1).astype('uint8')
        return x.unsqueeze(1).masked_fill(torch.from_numpy(m) == 0, 0.0)
""",
    "npf_zeros_fill": """    def forward(self, x):
        m = np.zeros((2, 3))
        m[0, 1] = 1.0
        return x + torch.from_numpy(m).float()
""",
    "npf_zeros_rows": """    def forward(self, x):
        m = np.zeros((2, 3), dtype=np.float32)
        for i in range(2):
            m[i, i:] = 1
        return x * torch.from_numpy(m)
""",
    "npf_linspace": """    def forward(self, x):
        return x + torch.from_numpy(np.linspace(0, 1, 3)).float()
""",
    "npf_array_list": """    def forward(self, x):
        return x + torch.from_numpy(np.array([1.0, 2.0, 3.0])).float()
""",
    "npf_array_ints": """    def forward(self, x):
        return x + torch.tensor(np.array([1, 2, 3]))
""",
    "npf_array_f32": """    def forward(self, x):
        return x + torch.from_numpy(np.array([1, 2, 3], dtype=np.float32))
""",
    "npf_float32_number": """    def forward(self, x):
        return x * float(np.float32(2.5))
""",
    "npf_x_numpy": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(a * 2 + 1)
""",
    "npf_x_numpy_funcs": """    def forward(self, x):
        a = x.detach().cpu().numpy()
        b = np.exp(a) / np.sum(np.exp(a), axis=1, keepdims=True)
        return torch.from_numpy(b)
""",
    "npf_x_numpy_mean": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy((a - np.mean(a)) / np.std(a))
""",
    "npf_x_numpy_concat": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.concatenate([a, a], axis=0))
""",
    "npf_x_numpy_stack": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.stack([a, -a]))
""",
    "npf_x_numpy_transpose": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.transpose(a).copy()) + torch.tensor(a.T)
""",
    "npf_x_numpy_clip": """    def forward(self, x):
        a = np.clip(x.numpy(), -1, 1)
        return torch.from_numpy(a)
""",
    "npf_x_numpy_where": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.where(a > 0, a, 0 * a))
""",
    "npf_x_numpy_dot": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.dot(a, a.T)) + torch.from_numpy(a @ a.T)
""",
    "npf_x_numpy_index": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(a[:, 1:]) + torch.from_numpy(a[0, :2])
""",
    "npf_x_numpy_reshape": """    def forward(self, x):
        a = x.numpy().reshape(3, 2)
        return torch.from_numpy(a.sum(axis=0)) + a.shape[0]
""",
    "npf_x_numpy_max": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.max(a, axis=1)) + torch.from_numpy(a.min(1))
""",
    "npf_x_numpy_argmax": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.argmax(a, axis=1))
""",
    "npf_x_numpy_cumsum": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.cumsum(a, axis=1))
""",
    "npf_x_numpy_astype": """    def forward(self, x):
        a = x.numpy().astype(np.float64)
        return torch.from_numpy(a)
""",
    "npf_x_numpy_in_tensor_function": """    def forward(self, x):
        a = x.numpy()
        return torch.relu(torch.from_numpy(a)) + torch.tensor(np.sqrt(2))
""",
    "npf_where_scalar": """    def forward(self, x):
        return x.clamp(max=float(np.sqrt(4)))
""",
    "npf_number_in_call": """    def forward(self, x):
        return torch.full((2, 3), np.sqrt(2.0)) + x
""",
    "npf_number_compare": """    def forward(self, x):
        k = np.sqrt(16)
        if k > 3:
            return x + k
        return x - k
""",
    "npf_number_aug": """    def forward(self, x):
        k = np.log(4)
        k += 1
        return x * k
""",
    "npf_number_neg": """    def forward(self, x):
        return x * -np.log(2.0)
""",
    "npf_number_chain": """    def forward(self, x):
        s = np.sqrt(2 / (x.shape[0] + x.shape[1]))
        return x * s * 2 + s / 2
""",
    "npf_number_floordiv": """    def forward(self, x):
        return x[:, : int(np.sqrt(9) // 2)]
""",
    "npf_number_range": """    def forward(self, x):
        for i in range(int(np.log2(4))):
            x = x + i
        return x
""",
    "npf_number_pow": """    def forward(self, x):
        return x * np.sqrt(2) ** 2
""",
    "npf_number_float": """    def forward(self, x):
        return x * float(np.log(2))
""",
    "npf_number_item": """    def forward(self, x):
        return x * np.sqrt(4).item()
""",
    "npf_inf_pi": """    def forward(self, x):
        return x.masked_fill(x > 0, -np.inf) * np.pi
""",
    "npf_isnan": """    def forward(self, x):
        return x + torch.from_numpy(np.isnan(x.numpy()))
""",
    "npf_cos_sin": """    def forward(self, x):
        return x * np.cos(np.pi / 4) + np.sin(0.5) * x
""",
    "npf_meshgrid": """    def forward(self, x):
        a, b = np.meshgrid(np.arange(3), np.arange(2))
        return x + torch.from_numpy(a + b)
""",
    "npf_random_mask": """    def forward(self, x):
        return x + torch.from_numpy(np.eye(3)[:2]).float()
""",
    "npf_full": """    def forward(self, x):
        return x + torch.from_numpy(np.full((2, 3), 2.5, dtype=np.float32))
""",
    "npf_ones_like": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.ones_like(a) + np.zeros_like(a))
""",
    "npf_expand_dims": """    def forward(self, x):
        a = np.expand_dims(x.numpy(), 0)
        return torch.from_numpy(np.squeeze(a, 0))
""",
    "npf_tile": """    def forward(self, x):
        return torch.from_numpy(np.tile(x.numpy(), (2, 1)))
""",
    "npf_repeat": """    def forward(self, x):
        return torch.from_numpy(np.repeat(x.numpy(), 2, axis=0))
""",
    "npf_outer_einsum": """    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.outer(a[0], a[1])) + torch.from_numpy(np.einsum('ij,ik->jk', a, a))
""",
    "npf_min_max_py": """    def forward(self, x):
        return x * max(1, int(np.sqrt(5)))
""",
    "npf_sum_tuple": """    def forward(self, x):
        n = np.sum([1, 2, 3])
        return x * n
""",
    "npf_mean_list": """    def forward(self, x):
        return x * np.mean([1.0, 2.0])
""",
    "npf_tuple_of_array": """    def forward(self, x):
        a = np.array(x.shape)
        return x * a[0]
""",
    "npf_array_div": """    def forward(self, x):
        a = np.array(x.shape) // 2
        return x.reshape(-1) * int(a[0])
""",
    "npf_newaxis": """    def forward(self, x):
        a = x.numpy()[:, np.newaxis]
        return torch.from_numpy(a)
""",
    "npf_size_len": """    def forward(self, x):
        a = x.numpy()
        return x * len(a) * a.size * a.ndim
""",
    "npf_returns_number": """    def forward(self, x):
        return x, np.sqrt(2.0)
""",
    "npf_returns_array": """    def forward(self, x):
        return x.numpy() * 2
""",
    "npf_log_dims": """    def forward(self, x):
        return x / np.log(np.array([2.0, 3.0, 4.0])).sum()
""",
    "npf_freqs": """    def forward(self, x):
        f = 1.0 / np.power(10000.0, np.arange(0, 6, 2) / 6)
        return x * torch.from_numpy(f).float()
""",
    "npf_freqs_torch": """    def forward(self, x):
        f = torch.exp(torch.arange(0, 3) * -(np.log(10000.0) / 3))
        return x * f
""",
    "npf_std_scale": """    def forward(self, x):
        std = np.sqrt(2.0 / x.size(1))
        w = torch.ones(3, 3) * std
        return x @ w
""",
    "npg_float64_cast": """
    def forward(self, x):
        return x * np.float64(2.0)
""",
    "npg_float32_mul": """
    def forward(self, x):
        return x * np.float32(2.0) + np.int64(3)
""",
    "npg_array_index_list": """
    def forward(self, x):
        a = np.array([0, 2, 1])
        return x[:, torch.from_numpy(a)]
""",
    "npg_mask_loop": """
    def forward(self, x):
        m = np.ones((3, 3), dtype=bool)
        for i in range(3):
            m[i, i] = False
        return x.sum() + torch.from_numpy(m).float()
""",
    "npg_posenc": """
    def forward(self, x):
        pos = np.arange(2)[:, None]
        i = np.arange(3)[None, :]
        a = pos / np.power(10000, (2 * (i // 2)) / 3)
        return x + torch.from_numpy(np.sin(a)).float()
""",
    "npg_posenc_cat": """
    def forward(self, x):
        a = np.arange(2).reshape(-1, 1) * np.ones((1, 3))
        return x + torch.tensor(a, dtype=torch.float32)
""",
    "npg_sqrt_int_dim": """
    def forward(self, x):
        d = x.shape[-1]
        s = 1 / np.sqrt(d)
        return torch.softmax(x * s, dim=-1)
""",
    "npg_rsqrt_py": """
    def forward(self, x):
        return x * (x.size(-1) ** -0.5) * np.sqrt(2)
""",
    "npg_gelu_tanh": """
    def forward(self, x):
        return 0.5 * x * (1 + torch.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * torch.pow(x, 3))))
""",
    "npg_log_sum": """
    def forward(self, x):
        return -0.5 * np.log(2 * np.pi) - x ** 2
""",
    "npg_clip_num": """
    def forward(self, x):
        return x * np.clip(3.5, 0, 1)
""",
    "npg_min_arr": """
    def forward(self, x):
        k = np.minimum(3, 5)
        return x * k
""",
    "npg_interp_scale": """
    def forward(self, x):
        s = np.exp(np.linspace(0.0, 1.0, 3))
        return x * torch.from_numpy(s).to(x)
""",
    "npg_sum_axis_keep": """
    def forward(self, x):
        a = x.detach().numpy()
        return torch.from_numpy(a.sum(axis=1, keepdims=True)) + x
""",
    "npg_std_axis": """
    def forward(self, x):
        a = x.numpy()
        return torch.from_numpy(np.std(a, axis=0)) + torch.from_numpy(np.var(a, axis=1, ddof=1, keepdims=True))
""",
    "npg_bool_mask": """
    def forward(self, x):
        a = x.numpy()
        m = np.logical_and(a > 0, a < 1)
        return torch.from_numpy(m.astype(np.float32))
""",
    "npg_assign_np": """
    def forward(self, x):
        a = x.numpy().copy()
        a[0] = 0
        a[:, 1] += 1.0
        return torch.from_numpy(a)
""",
    "npg_iadd": """
    def forward(self, x):
        a = np.zeros(3, dtype=np.float32)
        a += 1
        a *= 2.0
        return x + torch.from_numpy(a)
""",
    "npg_array_2d": """
    def forward(self, x):
        k = np.array([[1.0, 0.0, -1.0], [2.0, 0.0, -2.0]])
        return x * torch.from_numpy(k).float()
""",
    "npg_array_f32_2d": """
    def forward(self, x):
        k = np.array([[1, 0, -1], [2, 0, -2]], dtype=np.float32)
        return x * torch.from_numpy(k)
""",
    "npg_array_of_sizes": """
    def forward(self, x):
        a = np.asarray([x.shape[0], x.shape[1]], dtype=np.float32)
        return x.sum(0)[:2] / torch.from_numpy(a)
""",
    "npg_number_round": """
    def forward(self, x):
        n = int(round(np.sqrt(8)))
        return x * n
""",
    "npg_number_abs": """
    def forward(self, x):
        return x * abs(np.log(0.5))
""",
    "npg_number_max": """
    def forward(self, x):
        return x * max(np.sqrt(2), 1.0)
""",
    "npg_number_format": """
    def forward(self, x):
        name = f"{np.sqrt(4)}"
        return x
""",
    "npg_number_in_list": """
    def forward(self, x):
        k = [np.sqrt(i) for i in range(1, 4)]
        return x * k[0] + k[2]
""",
    "npg_number_dict": """
    def forward(self, x):
        k = {'a': np.log(3.0)}
        return x * k['a']
""",
    "npg_torch_fn_with_number": """
    def forward(self, x):
        return torch.mul(x, np.sqrt(3)) + torch.add(x, np.sqrt(2), alpha=2)
""",
    "npg_method_with_number": """
    def forward(self, x):
        return x.mul(np.sqrt(3)).div(np.sqrt(2)).pow(2)
""",
    "npg_linear_scale": """    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.d = 3

    def forward(self, x):
        return self.fc(x) * np.sqrt(self.d)
""",
    "npg_param_scale": """    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3, 3) / np.sqrt(3))

    def forward(self, x):
        return x @ self.w / np.sqrt(self.w.shape[0])
""",
    "npg_attr_np_array": """    def __init__(self):
        super().__init__()
        self.k = np.array([1.0, 2.0, 3.0])

    def forward(self, x):
        return x * torch.from_numpy(self.k).float()
""",
    "npg_attr_np_int": """    def __init__(self):
        super().__init__()
        self.k = int(np.prod([1, 3]))
        self.s = float(np.sqrt(2))

    def forward(self, x):
        return x.view(-1, self.k) * self.s
""",
    "npg_np_in_init": """    def __init__(self):
        super().__init__()
        self.register_buffer('m', torch.from_numpy(np.tril(np.ones((3, 3)))).float())

    def forward(self, x):
        return x @ self.m
""",
    "npg_np_split": """
    def forward(self, x):
        a, b = np.split(np.arange(6).reshape(2, 3), 2, axis=0)
        return x + torch.from_numpy(a - b)
""",
    "npg_np_flip": """
    def forward(self, x):
        return torch.from_numpy(np.flip(x.numpy(), axis=1).copy())
""",
    "npg_np_roll": """
    def forward(self, x):
        return torch.from_numpy(np.roll(x.numpy(), 1, axis=0))
""",
    "npg_np_sort": """
    def forward(self, x):
        a = np.sort(x.numpy(), axis=1)
        return torch.from_numpy(a)
""",
    "npg_np_matmul": """
    def forward(self, x):
        return torch.from_numpy(np.matmul(x.numpy(), np.ones((3, 2), dtype=np.float32)))
""",
    "npg_np_diag": """
    def forward(self, x):
        return x @ torch.from_numpy(np.diag([1.0, 2.0, 3.0])).float()
""",
    "npg_np_any": """
    def forward(self, x):
        a = x.numpy()
        return x + torch.from_numpy(np.any(a > 0, axis=1, keepdims=True)).float()
""",
    "npg_np_loop_concat": """
    def forward(self, x):
        out = []
        for i in range(2):
            out.append(np.full((1, 3), i))
        return x + torch.from_numpy(np.concatenate(out, 0))
""",
    "npg_np_linspace_int": """
    def forward(self, x):
        idx = np.linspace(0, 2, num=2, dtype=int)
        return x[:, idx]
""",
    "npg_np_arange_step": """
    def forward(self, x):
        for t in np.arange(0.0, 1.0, 0.5):
            x = x + t
        return x
""",
    "npg_np_tensor_arg": """
    def forward(self, x):
        return torch.from_numpy(np.exp(x))
""",
    "npg_np_sum_tensor": """
    def forward(self, x):
        return x / np.sum(x)
""",
    "npg_np_sqrt_tensor": """
    def forward(self, x):
        return np.sqrt(x)
""",
    "npg_np_pi_only": """
    def forward(self, x):
        return x * np.pi / 180 + np.e
""",
    "npg_np_inf_full": """
    def forward(self, x):
        return torch.full((2, 3), -np.inf) * 0 + x
""",
    "npg_np_floor_div": """
    def forward(self, x):
        h = int(np.floor((x.shape[1] + 2 - 1) / 2) + 1)
        return x[:, :h]
""",
    "npg_np_ceil_pad": """
    def forward(self, x):
        p = int(np.ceil(x.shape[1] / 4) * 4) - x.shape[1]
        return torch.nn.functional.pad(x, (0, p))
""",
    "npg_np_log2_loop": """
    def forward(self, x):
        for _ in range(int(np.ceil(np.log2(x.shape[1])))):
            x = torch.relu(x)
        return x
""",
    "npg_np_cumsum_shape": """
    def forward(self, x):
        o = np.cumsum([0, 1, 2])
        return x[:, int(o[1]):]
""",
    "npg_np_array_split_sizes": """
    def forward(self, x):
        s = np.array([1, 2])
        return torch.split(x, s.tolist(), dim=1)[1]
""",
    "npg_np_random_seed": """
    def forward(self, x):
        return x * np.random.rand()
""",
    "npg_np_dtype_arg": """
    def forward(self, x):
        return x + torch.from_numpy(np.zeros((2, 3), dtype=np.float64)).to(torch.float32)
""",
    "npg_np_isclose": """
    def forward(self, x):
        return x + torch.from_numpy(np.isclose(x.numpy(), 0.0)).float()
""",
    "npg_np_nan_to_num": """
    def forward(self, x):
        return torch.from_numpy(np.nan_to_num(x.numpy()))
""",
    "npg_np_mean_tensor": """
    def forward(self, x):
        m = np.mean(x.numpy(), axis=-1, keepdims=True)
        return x - torch.as_tensor(m)
""",
    "npg_np_hstack": """
    def forward(self, x):
        a = x.numpy()
        return torch.as_tensor(np.hstack([a, a])), torch.as_tensor(np.vstack((a, a)))
""",
    "nph_full_f": """    def forward(self, x):
        return x + torch.from_numpy(np.full((2, 3), 2.5))
""",
    "nph_full_f64": """    def forward(self, x):
        return x + torch.from_numpy(np.full((2, 3), 2.5, dtype=np.float64))
""",
    "nph_full_i32": """    def forward(self, x):
        return x + torch.from_numpy(np.full((2, 3), 2, dtype=np.float32))
""",
    "nph_full_i": """    def forward(self, x):
        return x + torch.from_numpy(np.full((2, 3), 2))
""",
    "nph_full_b": """    def forward(self, x):
        return x + torch.from_numpy(np.full((2, 3), True))
""",
    "nph_full_fi": """    def forward(self, x):
        return x + torch.from_numpy(np.full((2, 3), 2.0, dtype=np.int64))
""",
    "nph_full_arr": """    def forward(self, x):
        return x + torch.from_numpy(np.full((2, 3), np.sqrt(2)))
""",
    "nph_full_x": """    def forward(self, x):
        return x + torch.from_numpy(np.full((2, 3), x.numpy().sum()))
""",
    "nph_full_like": """    def forward(self, x):
        return x + torch.from_numpy(np.full_like(x.numpy(), 2.5))
""",
    "nph_aug_chain": """    def forward(self, x):
        a = np.ones((2, 3))
        a -= 0.5
        a /= 2
        return x + torch.from_numpy(a)
""",
    "nph_out_arg": """    def forward(self, x):
        a = np.zeros((2, 3), dtype=np.float32)
        np.add(x.numpy(), 1, out=a)
        return torch.from_numpy(a)
""",
    "nph_sum_out": """    def forward(self, x):
        a = np.zeros(3, dtype=np.float32)
        np.sum(x.numpy(), axis=0, out=a)
        return torch.from_numpy(a)
""",
    "nph_max_two": """    def forward(self, x):
        return x * max(np.sqrt(2), np.log(3))
""",
    "nph_min_int": """    def forward(self, x):
        return x * min(np.ceil(2.5), 4)
""",
    "nph_max_left": """    def forward(self, x):
        return x * max(1, np.ceil(2.5))
""",
    "nph_abs_arr": """    def forward(self, x):
        return torch.from_numpy(np.abs(x.numpy())) + torch.from_numpy(abs(x.numpy()))
""",
    "nph_clip_kw": """    def forward(self, x):
        return torch.from_numpy(np.clip(x.numpy(), a_min=0, a_max=None)) + torch.from_numpy(x.numpy().clip(0, 1))
""",
    "nph_neg_step": """    def forward(self, x):
        return torch.from_numpy(x.numpy()[:, ::-1].copy())
""",
    "nph_shape_arith": """    def forward(self, x):
        h, w = np.array(x.shape) * 2
        return x * h + w
""",
    "nph_float_of_prod": """    def forward(self, x):
        return x / float(np.prod([2.0, 3.0]))
""",
    "nph_sqrt_of_array_elem": """    def forward(self, x):
        k = np.array([4.0])
        return x * float(np.sqrt(k[0]))
""",
    "nph_np_mod": """    def forward(self, x):
        return x * np.mod(7, 4) + np.fmod(7.5, 2)
""",
    "nph_np_sign": """    def forward(self, x):
        return x * np.sign(-2.5) + np.square(3)
""",
    "nph_np_tanh_list": """    def forward(self, x):
        return x * torch.from_numpy(np.tanh([0.1, 0.2, 0.3])).float()
""",
    "npi_init_functions": """    def __init__(self):
        super().__init__()
        a = np.arange(1.0, 7.0).reshape(2, 3)
        one, two = np.split(a, [1], axis=0)
        b = np.absolute(-a) + np.arctan2(a, 2.0) + np.fmod(a, 2) + np.hypot(a, 1)
        c = np.roll(a, 1, axis=1) + np.tri(2, 3) + np.amax(a) - np.amin(a, axis=0)
        d = np.column_stack([np.arange(2), np.arange(2, 4)])
        self.register_buffer("b", torch.from_numpy(np.negative(b) + c).float())
        self.register_buffer("d", torch.from_numpy(np.kron(d, np.ones((1, 2)))).float())
        self.n = int(np.count_nonzero(d)) + int(np.ptp(d)) + np.size(d)
        self.s = float(np.arcsin(0.5) + np.tan(0.3) + np.trunc(2.7) + np.rint(2.5) + np.exp2(3))
        self.two = torch.from_numpy(np.ascontiguousarray(two)).float()

    def forward(self, x):
        return x * self.b * self.s + self.n + self.d.sum() + self.two
""",
    "npi_parts": """    def forward(self, x):
        a, b = np.split(np.arange(6).reshape(2, 3), 2, axis=0)
        return x + torch.from_numpy(a - b) + np.fmod(7.5, 2) + np.remainder(7, 4)
""",
    "npi_more": """    def forward(self, x):
        m = np.broadcast_to(np.arange(3), (2, 3)) * np.logical_xor(True, np.array([0, 1, 1]))
        return x + torch.from_numpy(m) + torch.from_numpy(np.diagonal(np.ones((3, 3))) * np.inner([1, 2], [3, 4]))
""",
}

# Whole files: what a reviewer tried.
WHOLE = {
    "npr_user_named": """import torch
class traced_ndarray:
    pass
class M(torch.nn.Module):
    def forward(self, x):
        return torch.sin(traced_ndarray())
torch.export.export(M(), (torch.randn(3),))
""",
    "npr_user_argument": """import torch
class A:
    def __init__(self):
        self.__argument__ = self
class M(torch.nn.Module):
    def forward(self, x):
        return torch.sin(A())
torch.export.export(M(), (torch.randn(3),))
""",
    "npr_pow_in_place": """import numpy as np
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        a = np.arange(3)
        b = a
        a **= 2
        a //= 2
        a %= 3
        return x + torch.from_numpy(b)
torch.export.export(Net(), (torch.randn(3),))
""",
    "npr_compare_left": """import numpy as np
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        return (x > np.sqrt(0.5)).float() + (x <= np.ones(3)).float() + (x == np.ones(3)).float() + (x != np.sqrt(2))
torch.export.export(Net(), (torch.randn(3),))
""",
    "npr_not_equal": """import numpy as np
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        return x + torch.from_numpy(2 != np.ones(3)) + torch.from_numpy(np.ones(3) != np.zeros(3))
torch.export.export(Net(), (torch.randn(3),))
""",
    "npr_mul_tensor": """import numpy as np
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        a = np.ones(3)
        a *= x
        return torch.as_tensor(a) + x
torch.export.export(Net(), (torch.randn(3),))
""",
    "npr_flip1d": """import numpy as np
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        return x + torch.from_numpy(np.arange(3)[::-1].copy())
torch.export.export(Net(), (torch.randn(3),))
""",
    "npr_cast_error": """import numpy as np
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        a = np.arange(3)
        a += 1.5
        return x + torch.from_numpy(a)
torch.export.export(Net(), (torch.randn(3),))
""",
    "npr_caught": """import numpy as np
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        try:
            if np.sqrt(4.0) > 1:
                return x
        except Exception:
            return x * 3
        return x * 2
torch.export.export(Net(), (torch.randn(3),))
""",
    "npr_float_tensor": """import numpy as np
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        return x + torch.FloatTensor(np.ones(3))
torch.export.export(Net(), (torch.randn(3),))
""",
    "npr_isinstance": """import numpy as np
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        a = np.ones(3)
        if isinstance(a, np.ndarray):
            return x + torch.from_numpy(a)
        return x
torch.export.export(Net(), (torch.randn(3),))
""",
}


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        sources = {name: HEAD + body + TAIL for name, body in CASES.items()} | WHOLE
        for name, source in sources.items():
            f.write((json.dumps({"name": name, "source": source}) + "\n").encode())


if __name__ == "__main__":
    main()
