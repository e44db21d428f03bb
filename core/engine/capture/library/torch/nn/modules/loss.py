def settled(reduction, size_average, reduce):
    if size_average is None and reduce is None:
        return reduction
    return ["none", "mean", "sum"][reduced(reduction, size_average, reduce)]


class _Loss(Module):
    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        self.reduction = settled(reduction, size_average, reduce)


class L1Loss(_Loss):
    def forward(self, input, target):
        return F.l1_loss(input, target, reduction=self.reduction)  # @loss.py:128=133


class MSELoss(_Loss):
    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)  # @loss.py:610=630


class _WeightedLoss(Module):
    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        self.register_buffer("weight", weight)
        self.reduction = settled(reduction, size_average, reduce)


class BCELoss(_WeightedLoss):
    def forward(self, input, target):
        return F.binary_cross_entropy(  # @loss.py:699=714
            input, target, weight=self.weight, reduction=self.reduction
        )


class BCEWithLogitsLoss(Module):
    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
        self.register_buffer("weight", weight)
        self.register_buffer("pos_weight", pos_weight)
        self.reduction = settled(reduction, size_average, reduce)

    def forward(self, input, target):
        return F.binary_cross_entropy_with_logits(  # @loss.py:821=838
            input, target, self.weight, pos_weight=self.pos_weight, reduction=self.reduction
        )


class SmoothL1Loss(Module):
    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        self.reduction, self.beta = settled(reduction, size_average, reduce), beta

    def forward(self, input, target):
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)  # @loss.py:1042=1078


class HuberLoss(Module):
    def __init__(self, reduction="mean", delta=1.0):
        self.reduction, self.delta = reduction, delta

    def forward(self, input, target):
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)  # @loss.py:1102=1150


class NLLLoss(Module):
    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
        self.register_buffer("weight", weight)
        self.ignore_index, self.reduction = ignore_index, settled(reduction, size_average, reduce)

    def forward(self, input, target):
        return F.nll_loss(  # @loss.py:251=260
            input, target, weight=self.weight, ignore_index=self.ignore_index, reduction=self.reduction
        )


class NLLLoss2d(NLLLoss):
    pass


class CrossEntropyLoss(Module):
    def __init__(
        self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
    ):
        self.register_buffer("weight", weight)
        self.ignore_index, self.reduction, self.label_smoothing = (
            ignore_index,
            settled(reduction, size_average, reduce),
            label_smoothing,
        )

    def forward(self, input, target):
        return F.cross_entropy(  # @loss.py:1295=1400
            input,
            target,
            weight=self.weight,
            ignore_index=self.ignore_index,
            reduction=self.reduction,
            label_smoothing=self.label_smoothing,
        )


class KLDivLoss(Module):
    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        self.reduction, self.log_target = settled(reduction, size_average, reduce), log_target

    def forward(self, input, target):
        return F.kl_div(  # @loss.py:543=562
            input, target, reduction=self.reduction, log_target=self.log_target
        )


class PoissonNLLLoss(Module):
    def __init__(self, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
        self.log_input, self.full, self.eps, self.reduction = (
            log_input,
            full,
            eps,
            settled(reduction, size_average, reduce),
        )

    def forward(self, log_input, target):
        return F.poisson_nll_loss(  # @loss.py:354=367
            log_input, target, log_input=self.log_input, full=self.full, eps=self.eps, reduction=self.reduction
        )


class GaussianNLLLoss(Module):
    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        self.full, self.eps, self.reduction = full, eps, reduction

    def forward(self, input, target, var):
        return F.gaussian_nll_loss(  # @loss.py:444=459
            input, target, var, full=self.full, eps=self.eps, reduction=self.reduction
        )


class SoftMarginLoss(_Loss):
    def forward(self, input, target):
        return F.soft_margin_loss(input, target, reduction=self.reduction)  # @loss.py:1143=1197


class MultiLabelMarginLoss(_Loss):
    def forward(self, input, target):
        return F.multilabel_margin_loss(input, target, reduction=self.reduction)  # @loss.py:959=985


class MultiLabelSoftMarginLoss(_WeightedLoss):
    def forward(self, input, target):
        return F.multilabel_soft_margin_loss(  # @loss.py:1355=1666
            input, target, weight=self.weight, reduction=self.reduction
        )


class HingeEmbeddingLoss(Module):
    def __init__(self, margin=1.0, size_average=None, reduce=None, reduction="mean"):
        self.margin, self.reduction = margin, settled(reduction, size_average, reduce)

    def forward(self, input, target):
        return F.hinge_embedding_loss(  # @loss.py:893=920
            input, target, margin=self.margin, reduction=self.reduction
        )


class CosineEmbeddingLoss(Module):
    def __init__(self, margin=0.0, size_average=None, reduce=None, reduction="mean"):
        self.margin, self.reduction = margin, settled(reduction, size_average, reduce)

    def forward(self, input1, input2, target):
        return F.cosine_embedding_loss(  # @loss.py:1425=1738
            input1, input2, target, margin=self.margin, reduction=self.reduction
        )


class MarginRankingLoss(CosineEmbeddingLoss):
    def forward(self, input1, input2, target):
        return F.margin_ranking_loss(  # @loss.py:1490=1805
            input1, input2, target, margin=self.margin, reduction=self.reduction
        )


class MultiMarginLoss(_WeightedLoss):
    def __init__(self, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)
        if p != 1 and p != 2:
            raise ValueError("only p == 1 and p == 2 supported")
        if weight is not None and weight.dim() != 1:
            raise ValueError(
                "MultiMarginLoss: expected weight to be None or 1D tensor, got " + str(weight.dim()) + "D instead"
            )
        self.p, self.margin = p, margin

    def forward(self, input, target):
        return F.multi_margin_loss(  # @loss.py:1579=1896
            input, target, p=self.p, margin=self.margin, weight=self.weight, reduction=self.reduction
        )


def check_margin(name, margin):
    if margin <= 0:
        raise ValueError(name + ": expected margin to be greater than 0, got " + str(margin) + " instead")


class TripletMarginLoss(Module):
    def __init__(self, margin=1.0, p=2.0, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
        check_margin("TripletMarginLoss", margin)
        self.margin, self.p, self.eps, self.swap, self.reduction = (
            margin,
            p,
            eps,
            swap,
            settled(reduction, size_average, reduce),
        )

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_loss(  # @loss.py:1685=2004
            anchor,
            positive,
            negative,
            margin=self.margin,
            p=self.p,
            eps=self.eps,
            swap=self.swap,
            reduction=self.reduction,
        )


class TripletMarginWithDistanceLoss(Module):
    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        check_margin("TripletMarginWithDistanceLoss", margin)
        self.distance_function = PairwiseDistance() if distance_function is None else distance_function
        self.margin, self.swap, self.reduction = margin, swap, reduction

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_with_distance_loss(  # @loss.py:1819=2140
            anchor,
            positive,
            negative,
            distance_function=self.distance_function,
            margin=self.margin,
            swap=self.swap,
            reduction=self.reduction,
        )
