"""Records what run_decompositions makes of expressions with dynamic sizes, and of attention: record_snippets.py OUT.jsonl.gz

Run it with each PyTorch: data/snippets_2.6.jsonl.gz and snippets_2.14.jsonl.gz. A row has the text of the exported
program and that of the decomposed one; an expression stands in three rows, by how its sizes are told.
"""

import gzip
import json
import re
import sys
import warnings

import torch
import torch.nn.functional as F
from torch.export import Dim, export

# Of q, k and v: f32[2, 6, 8], whose first two sizes are dynamic.
EXPRESSIONS = """
self.l(q)
self.l(q).relu()
self.l(q+k)
self.l(q.transpose(0,1))
F.layer_norm(q,(8,))
F.softmax(q@k.transpose(1,2)/8**0.5,-1)@v
F.scaled_dot_product_attention(q,k,v)
F.scaled_dot_product_attention(q.unsqueeze(1),k.unsqueeze(1),v.unsqueeze(1))
F.scaled_dot_product_attention(q.view(q.shape[0],-1,2,4).transpose(1,2),k.view(k.shape[0],-1,2,4).transpose(1,2),v.view(v.shape[0],-1,2,4).transpose(1,2))
torch.cat([q,k],1)
torch.cat([q,k],-1)
torch.cat([q,k,v],1).mean(1)
torch.stack([q,k]).sum(0)
q.reshape(-1,8)
q.reshape(q.shape[0],-1)
q.flatten(0,1)
q.flatten(1)
q.permute(0,2,1).reshape(q.shape[0],-1)
q.mean(1)
q.mean((1,2),keepdim=True)
q.sum()
q[:,0]
q[:,-1]
q[:,1:]
q[:,:-1]+k[:,1:]
q[:,::2]
q.chunk(2,-1)[0]
q.split(4,-1)[1]
q.unbind(-1)[0]
q*torch.sigmoid(k)
q+torch.arange(q.shape[1]).unsqueeze(-1)
q+torch.arange(8)
q*torch.ones(q.shape[0],1,8)
torch.zeros(q.shape[0],q.shape[1],4)+q[...,:4]
torch.full((q.shape[0],1),2.0)*q[...,0]
torch.where(q>0,k,v)
torch.where(q>0,q,torch.zeros_like(q))
q.masked_fill(k>0,0.)
q.masked_fill(torch.triu(torch.ones(q.shape[1],q.shape[1]),1)[...,:1]==1,-1e9)
torch.triu(torch.ones(q.shape[1],q.shape[1]))
torch.tril(q@k.mT)
(q@k.mT).masked_fill(torch.tril(torch.ones(q.shape[1],k.shape[1]))==0,float('-inf')).softmax(-1)
torch.einsum('bld,bmd->blm',q,k)
torch.einsum('bld,de->ble',q,torch.ones(8,3))
torch.einsum('bld,bld->bl',q,k)
torch.bmm(q,k.transpose(1,2))
q.expand(q.shape[0],-1,-1)
q.unsqueeze(2).expand(-1,-1,3,-1)
q.unsqueeze(2).repeat(1,1,3,1)
q.repeat(1,2,1)
q.repeat_interleave(2,1)
F.pad(q,(0,0,1,1))
F.pad(q,(1,1))
F.dropout(q,0.1)
q.max(1)[0]
q.max(1).values+q.argmax(1)
q.topk(2,-1)[0]
q.sort(-1)[0]
q.cumsum(1)
q.norm(dim=-1,keepdim=True)
F.normalize(q,dim=-1)
q/q.norm(dim=-1,keepdim=True)
F.cosine_similarity(q,k,dim=-1)
F.mse_loss(q,k)
F.cross_entropy(q.transpose(1,2),k.argmax(-1))
F.gelu(self.l(q))*k
F.conv1d(q.transpose(1,2),torch.ones(4,8,3),padding=1)
F.avg_pool1d(q.transpose(1,2),2)
F.adaptive_avg_pool1d(q.transpose(1,2),1).squeeze(-1)
F.interpolate(q.transpose(1,2),scale_factor=2)
F.one_hot(q.argmax(-1),8).float()
F.embedding(q.argmax(-1),torch.ones(8,5))
torch.gather(q,1,k.argmax(1,keepdim=True))
q.index_select(-1,torch.tensor([0,2]))
q[...,[0,2]]
q.var(-1,keepdim=True)
(q-q.mean(-1,keepdim=True))/(q.std(-1,keepdim=True)+1e-5)
q.clamp(0,1).pow(2)
q.view(q.shape[0],q.shape[1],2,4)
q.view(q.shape[0],q.shape[1],2,4).transpose(1,2).reshape(q.shape[0]*2,q.shape[1],4)
q.view(q.shape[0],q.shape[1],2,4).permute(0,2,1,3).contiguous().view(q.shape[0],-1)
q.transpose(1,2).contiguous()
q.transpose(0,1).reshape(-1,8)
q.unflatten(-1,(2,4))
q.squeeze(-1)
q.new_zeros(q.shape[0],3)
torch.cat([q.new_zeros(q.shape[0],1,8),q],1)
torch.cat([torch.ones(1,1,8).expand(q.shape[0],-1,-1),q],1)
q.softmax(-1).log()
F.log_softmax(q,-1)
q.to(torch.float16).float()
q.roll(1,1)
q.flip(1)
torch.outer(q[0,:,0],q[0,0])
q.diagonal(dim1=-2,dim2=-1)
q.float().exp().sum(-1).log()
q.logsumexp(-1)
torch.cdist(q,k)
(q.unsqueeze(2)-k.unsqueeze(1)).pow(2).sum(-1)
torch.addmm(torch.ones(8),q[0],torch.ones(8,8))
F.glu(q,-1)
F.instance_norm(q)
F.group_norm(q.transpose(1,2),2)
F.batch_norm(q.transpose(1,2),torch.zeros(8),torch.ones(8))
F.unfold(q.unsqueeze(1),(2,2))
q.new_ones(q.shape).cumsum(1)
torch.linspace(0,1,q.shape[1])
torch.meshgrid(torch.arange(q.shape[1]),torch.arange(8),indexing='ij')[0]
q*q.shape[1]
q/q.shape[0]
q.numel()*q
""".strip().split("\n")

# Of x and y: f32[2, 4].
ATTENTION = {
    "B1": """
q=x.half(); k=y.half()
return F.scaled_dot_product_attention(q,k,k)
""",
    "B2": """
q=x.view(1,1,1,2,4).bfloat16(); k=y.view(1,1,1,2,4).bfloat16()
return F.scaled_dot_product_attention(q,k,k)
""",
    "B3": """
q=x.view(1,1,2,4).bfloat16(); k=y.view(1,1,2,4).bfloat16()
return F.scaled_dot_product_attention(q,k,k,dropout_p=0.1)
""",
    "B4": """
q=x.view(1,2,4); k=y.view(1,2,4)
return F.scaled_dot_product_attention(q,k,k,dropout_p=0.1)
""",
    "B5": """
q=x.view(1,1,2,4); k=y.view(1,1,2,4)
return F.scaled_dot_product_attention(q,k,k,attn_mask=torch.ones(2,2,dtype=torch.bool),dropout_p=0.1),F.scaled_dot_product_attention(q,k,k,is_causal=True,dropout_p=0.1)
""",
    "B6": """
return torch.nn.functional.multi_head_attention_forward(x,y,y,4,2,torch.ones(12,4),torch.ones(12),None,None,False,0.3,torch.ones(4,4),torch.ones(4))
""",
    "B7": """
q=x.view(1,1,2,4); k=y.view(1,1,2,4)
return F.scaled_dot_product_attention(q,k[...,:3],k,dropout_p=0.1) if 0 else F.scaled_dot_product_attention(q,k,k[...,:3],dropout_p=0.1)
""",
    "B8": """
q=x.view(1,2,4); k=y.view(1,2,4)
return F.scaled_dot_product_attention(q,k,k[...,:3]), F.scaled_dot_product_attention(x,y,y,dropout_p=0.2)
""",
}


def module_of(arguments: str, body: str) -> torch.nn.Module:
    """A module whose forward has this body, and a linear layer."""
    lines = "".join(f"        {line}\n" for line in body.strip().split("\n"))
    source = f"class M(torch.nn.Module):\n    def forward(self, {arguments}):\n{lines}"
    space = {"torch": torch, "F": F}
    exec(source, space)
    module = space["M"]()
    module.l = torch.nn.Linear(8, 8)
    return module


def shapes_of(kind: str) -> tuple:
    """Sizes with names that the inputs share, sizes that the trace finds, names of each input's own."""
    if kind == "own":
        return tuple({0: Dim(f"a{i}"), 1: Dim(f"b{i}")} for i in range(3))
    shared = {0: Dim.AUTO, 1: Dim.AUTO} if kind == "auto" else {0: Dim("b"), 1: Dim("l")}
    return shared, shared, shared


def row_of(name: str, module: torch.nn.Module, inputs: tuple, shapes) -> dict | None:
    try:
        program = export(module, inputs, dynamic_shapes=shapes, strict=False)
        texts = {"ep": str(program), "decomposed": str(program.run_decompositions())}
    except Exception:
        return None
    return {"name": name, "nonstrict": {key: re.sub(r"/w\.\w{6}/", "/models/", one) for key, one in texts.items()}}


def main() -> None:
    warnings.simplefilter("ignore")
    rows = []
    for body in EXPRESSIONS:
        for kind in ("named", "auto", "own"):
            inputs = tuple(torch.randn(2, 6, 8) for _ in range(3))
            rows.append(row_of(f"{body} | {kind}", module_of("q, k, v", f"return {body}"), inputs, shapes_of(kind)))
    for name, body in ATTENTION.items():
        inputs = torch.randn(2, 4), torch.randn(2, 4)
        rows.append(row_of(f"attention {name}", module_of("x, y", body), inputs, None))
    with gzip.open(sys.argv[1], "wt") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows if row is not None)


main()
