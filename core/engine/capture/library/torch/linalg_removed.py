# What 2.14 no longer has.
def torch_cholesky(input, upper=False):
    if not str(torch.__version__).startswith("2.6"):
        raise RuntimeError("This function was deprecated and is now removed: use torch.linalg.cholesky")
    return input.cholesky(upper)


def torch_qr(input, some=True):
    if not str(torch.__version__).startswith("2.6"):
        raise RuntimeError("This function was deprecated and is now removed: use torch.linalg.qr")
    return input.qr(some)
