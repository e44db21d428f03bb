# Dynamo does not follow how PyTorch finds the function for two classes.
def distributions_kl_divergence(p, q):
    if torch.compiler.is_dynamo_compiling():
        raise NotImplementedError("builtin: min of what an iterator gives: Dynamo does not follow kl_divergence")
    if isinstance(p, distributions_Independent) and isinstance(q, distributions_Independent):
        if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
            raise NotImplementedError
        result = distributions_kl_divergence(p.base_dist, q.base_dist)
        return distributions__sum_rightmost(result, p.reinterpreted_batch_ndims)
    if isinstance(p, distributions_Normal) and isinstance(q, distributions_Normal):
        widths = (p.scale / q.scale).pow(2)
        distance = ((p.loc - q.loc) / q.scale).pow(2)
        return 0.5 * (widths + distance - 1 - widths.log())
    if isinstance(p, distributions_Categorical) and isinstance(q, distributions_Categorical):
        terms = p.probs * (p.logits - q.logits)
        terms[(q.probs == 0).expand_as(terms)] = math.inf
        terms[(p.probs == 0).expand_as(terms)] = 0
        return terms.sum(-1)
    raise NotImplementedError("this kl_divergence is outside of the subset that is captured")
