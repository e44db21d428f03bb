class optim_lr_scheduler_LRScheduler:
    def __init__(self, optimizer, *args, **kwargs):
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"])

    def step(self, *args):
        raise NotImplementedError("the step of a scheduler is outside of the subset that is captured")


class optim_lr_scheduler_CosineAnnealingLR(optim_lr_scheduler_LRScheduler):
    pass


class optim_lr_scheduler_ExponentialLR(optim_lr_scheduler_LRScheduler):
    pass


class optim_lr_scheduler_LambdaLR(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, lr_lambda, *args, **kwargs):
        super().__init__(optimizer)
        groups = optimizer.param_groups
        factors = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * len(groups)
        if len(factors) != len(groups):
            raise ValueError(f"Expected {len(groups)} lr_lambdas, but got {len(factors)}")
        for group, factor in zip(groups, factors):
            group["lr"] = group["initial_lr"] * factor(0)


class optim_lr_scheduler_MultiStepLR(optim_lr_scheduler_LRScheduler):
    pass


class optim_lr_scheduler_ReduceLROnPlateau(optim_lr_scheduler_LRScheduler):
    pass


class optim_lr_scheduler_StepLR(optim_lr_scheduler_LRScheduler):
    pass
