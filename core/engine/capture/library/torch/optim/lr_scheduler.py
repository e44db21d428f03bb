import math


class optim_lr_scheduler_LRScheduler:
    def __init__(self, optimizer, last_epoch=-1):
        if last_epoch != -1:
            raise NotImplementedError("a scheduler that goes on is outside of the subset that is captured")
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"])
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = 0

    # The first step: all rates by one factor.
    def scale(self, factor):
        for group in self.optimizer.param_groups:
            group["lr"] = group["lr"] * factor

    # A value for each group.
    def of_groups(self, name, value):
        groups = self.optimizer.param_groups
        if not isinstance(value, (list, tuple)):
            return [value] * len(groups)
        if len(value) != len(groups):
            raise ValueError(f"expected {len(groups)} values for {name}, got {len(value)}")
        return list(value)

    # Sets the momentum of each group, which Adam and its like have in betas.
    def set_momentum(self, momenta):
        for group, momentum in zip(self.optimizer.param_groups, momenta):
            if "betas" in group:
                group["betas"] = (momentum, *group["betas"][1:])
            else:
                group["momentum"] = momentum

    def check_momentum(self):
        if "momentum" not in self.optimizer.defaults and "betas" not in self.optimizer.defaults:
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")

    def get_last_lr(self):
        return [group["lr"] for group in self.optimizer.param_groups]

    def step(self, *args):
        raise NotImplementedError("the step of a scheduler is outside of the subset that is captured")


class optim_lr_scheduler_ConstantLR(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1, verbose=None):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        super().__init__(optimizer, last_epoch)
        self.scale(factor)


class optim_lr_scheduler_CosineAnnealingLR(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1, verbose=None):
        super().__init__(optimizer, last_epoch)


class optim_lr_scheduler_CosineAnnealingWarmRestarts(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1, verbose=None):
        super().__init__(optimizer, last_epoch)
        for group, base in zip(optimizer.param_groups, self.base_lrs):
            group["lr"] = eta_min + (base - eta_min) * (1 + math.cos(0.0)) / 2


class optim_lr_scheduler_CyclicLR(optim_lr_scheduler_LRScheduler):
    def __init__(
        self,
        optimizer,
        base_lr,
        max_lr,
        step_size_up=2000,
        step_size_down=None,
        mode="triangular",
        gamma=1.0,
        scale_fn=None,
        scale_mode="cycle",
        cycle_momentum=True,
        base_momentum=0.8,
        max_momentum=0.9,
        last_epoch=-1,
        verbose=None,
    ):
        self.optimizer = optimizer
        for group, rate in zip(optimizer.param_groups, self.of_groups("base_lr", base_lr)):
            group["lr"] = rate
        if cycle_momentum:
            self.check_momentum()
            most = self.of_groups("max_momentum", max_momentum)
            self.set_momentum(most)
            for group, high, low in zip(optimizer.param_groups, most, self.of_groups("base_momentum", base_momentum)):
                group["max_momentum"] = high
                group["base_momentum"] = low
        super().__init__(optimizer, last_epoch)


class optim_lr_scheduler_ExponentialLR(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=None):
        super().__init__(optimizer, last_epoch)


class optim_lr_scheduler_LambdaLR(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=None):
        super().__init__(optimizer, last_epoch)
        groups = optimizer.param_groups
        factors = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * len(groups)
        if len(factors) != len(groups):
            raise ValueError(f"Expected {len(groups)} lr_lambdas, but got {len(factors)}")
        for group, factor in zip(groups, factors):
            group["lr"] = group["initial_lr"] * factor(0)


class optim_lr_scheduler_LinearLR(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1, verbose=None):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        super().__init__(optimizer, last_epoch)
        self.scale(start_factor)


class optim_lr_scheduler_MultiStepLR(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose=None):
        super().__init__(optimizer, last_epoch)
        self.scale(gamma ** list(milestones).count(0))


class optim_lr_scheduler_MultiplicativeLR(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=None):
        super().__init__(optimizer, last_epoch)


class optim_lr_scheduler_OneCycleLR(optim_lr_scheduler_LRScheduler):
    def __init__(
        self,
        optimizer,
        max_lr,
        total_steps=None,
        epochs=None,
        steps_per_epoch=None,
        pct_start=0.3,
        anneal_strategy="cos",
        cycle_momentum=True,
        base_momentum=0.85,
        max_momentum=0.95,
        div_factor=25.0,
        final_div_factor=1e4,
        three_phase=False,
        last_epoch=-1,
        verbose=None,
    ):
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self.optimizer = optimizer
        rates = self.of_groups("max_lr", max_lr)
        for group, most in zip(optimizer.param_groups, rates):
            group["initial_lr"] = most / div_factor
            group["max_lr"] = most
            group["min_lr"] = group["initial_lr"] / final_div_factor
        high = self.of_groups("max_momentum", max_momentum)
        low = self.of_groups("base_momentum", base_momentum)
        if cycle_momentum:
            self.check_momentum()
            self.set_momentum(high)
            for group, most, least in zip(optimizer.param_groups, high, low):
                group["max_momentum"] = most
                group["base_momentum"] = least
        super().__init__(optimizer, last_epoch)

        def begin(start, end):
            return end + (start - end) / 2.0 * 2.0 if anneal_strategy == "cos" else start

        for group in optimizer.param_groups:
            group["lr"] = begin(group["initial_lr"], group["max_lr"])
        if cycle_momentum:
            self.set_momentum([begin(most, least) for most, least in zip(high, low)])


class optim_lr_scheduler_PolynomialLR(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1, verbose=None):
        super().__init__(optimizer, last_epoch)


class optim_lr_scheduler_ReduceLROnPlateau(optim_lr_scheduler_LRScheduler):
    def __init__(
        self,
        optimizer,
        mode="min",
        factor=0.1,
        patience=10,
        threshold=1e-4,
        threshold_mode="rel",
        cooldown=0,
        min_lr=0,
        eps=1e-8,
        verbose=None,
    ):
        self.optimizer = optimizer


class optim_lr_scheduler_StepLR(optim_lr_scheduler_LRScheduler):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=None):
        super().__init__(optimizer, last_epoch)
