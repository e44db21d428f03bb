# What a module or a script makes of its parameters. Steps are not followed: they change values that no graph shows.
def optim_is_newer():
    return not torch.__version__.startswith("2.6.")


class optim_Optimizer:
    # Of a class that a program derives from it.
    def __init__(self, params, defaults):
        groups = list(params)
        if len(groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        self.defaults = defaults
        self.param_groups = []
        for group in groups:
            own = dict(group)
            own["params"] = list(own["params"]) if isinstance(own["params"], (list, tuple)) else [own["params"]]
            self.param_groups.append({**own, **{name: own.get(name, value) for name, value in defaults.items()}})
        self.state = {}

    # Groups have the arguments in an order of their own.
    def declare(self, params, order, **given):
        if not 0.0 <= given["lr"]:
            raise ValueError(f"Invalid learning rate: {given['lr']}")
        optim_Optimizer.__init__(self, params, {name: given[name] for name in order.split()})

    def zero_grad(self, set_to_none=True):
        pass

    def step(self, closure=None):
        raise NotImplementedError("the step of an optimizer is outside of the subset that is captured")


class optim_ASGD(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1e-2,
        lambd=1e-4,
        alpha=0.75,
        t0=1e6,
        weight_decay=0,
        foreach=None,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        self.declare(
            params,
            "lr lambd alpha t0 weight_decay foreach maximize differentiable capturable",
            lr=lr,
            lambd=lambd,
            alpha=alpha,
            t0=t0,
            weight_decay=weight_decay,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            capturable=capturable,
        )


class optim_Adadelta(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1.0,
        rho=0.9,
        eps=1e-6,
        weight_decay=0,
        foreach=None,
        capturable=False,
        maximize=False,
        differentiable=False,
    ):
        self.declare(
            params,
            "lr rho eps weight_decay maximize capturable foreach differentiable",
            lr=lr,
            rho=rho,
            eps=eps,
            weight_decay=weight_decay,
            foreach=foreach,
            capturable=capturable,
            maximize=maximize,
            differentiable=differentiable,
        )


class optim_Adafactor(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1e-2,
        beta2_decay=-0.8,
        eps=(None, 1e-3),
        d=1.0,
        weight_decay=0.0,
        foreach=None,
        maximize=False,
    ):
        self.declare(
            params,
            "lr beta2_decay eps d weight_decay foreach maximize",
            lr=lr,
            beta2_decay=beta2_decay,
            eps=eps,
            d=d,
            weight_decay=weight_decay,
            foreach=foreach,
            maximize=maximize,
        )


class optim_Adagrad(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        self.declare(
            params,
            "lr lr_decay eps weight_decay initial_accumulator_value foreach maximize differentiable fused",
            lr=lr,
            lr_decay=lr_decay,
            weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
            eps=eps,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            fused=fused,
        )


class optim_Adam(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        amsgrad=False,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
        fused=None,
        decoupled_weight_decay=False,
    ):
        self.declare(
            params,
            "lr betas eps weight_decay amsgrad maximize foreach capturable differentiable fused decoupled_weight_decay"
            if optim_is_newer()
            else "lr betas eps weight_decay amsgrad maximize foreach capturable differentiable fused",
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            amsgrad=amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=decoupled_weight_decay,
        )


class optim_AdamW(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=1e-2,
        amsgrad=False,
        maximize=False,
        foreach=None,
        capturable=False,
        differentiable=False,
        fused=None,
    ):
        self.declare(
            params,
            "lr betas eps weight_decay amsgrad maximize foreach capturable differentiable fused decoupled_weight_decay"
            if optim_is_newer()
            else "lr betas eps weight_decay amsgrad foreach maximize capturable differentiable fused",
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            amsgrad=amsgrad,
            maximize=maximize,
            foreach=foreach,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=True,
        )


class optim_Adamax(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        foreach=None,
        maximize=False,
        differentiable=False,
        capturable=False,
    ):
        self.declare(
            params,
            "lr betas eps weight_decay foreach maximize differentiable capturable",
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            capturable=capturable,
        )


class optim_LBFGS(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1,
        max_iter=20,
        max_eval=None,
        tolerance_grad=1e-7,
        tolerance_change=1e-9,
        history_size=100,
        line_search_fn=None,
        maximize=False,
    ):
        self.declare(
            params,
            "lr max_iter max_eval tolerance_grad tolerance_change history_size line_search_fn"
            + (" maximize" if optim_is_newer() else ""),
            lr=lr,
            max_iter=max_iter,
            max_eval=max_iter * 5 // 4 if max_eval is None else max_eval,
            tolerance_grad=tolerance_grad,
            tolerance_change=tolerance_change,
            history_size=history_size,
            line_search_fn=line_search_fn,
            maximize=maximize,
        )


class optim_NAdam(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=2e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        momentum_decay=4e-3,
        decoupled_weight_decay=False,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        self.declare(
            params,
            "lr betas eps weight_decay momentum_decay "
            "decoupled_weight_decay maximize foreach capturable differentiable",
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            momentum_decay=momentum_decay,
            decoupled_weight_decay=decoupled_weight_decay,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
        )


class optim_RAdam(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        decoupled_weight_decay=False,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
    ):
        self.declare(
            params,
            "lr betas eps weight_decay maximize foreach capturable decoupled_weight_decay differentiable",
            lr=lr,
            betas=betas,
            eps=eps,
            weight_decay=weight_decay,
            decoupled_weight_decay=decoupled_weight_decay,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
        )


class optim_RMSprop(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        self.declare(
            params,
            "lr momentum alpha eps centered weight_decay capturable foreach maximize differentiable",
            lr=lr,
            alpha=alpha,
            eps=eps,
            weight_decay=weight_decay,
            momentum=momentum,
            centered=centered,
            capturable=capturable,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
        )


class optim_Rprop(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1e-2,
        etas=(0.5, 1.2),
        step_sizes=(1e-6, 50),
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        self.declare(
            params,
            "lr etas step_sizes foreach maximize differentiable capturable",
            lr=lr,
            etas=etas,
            step_sizes=step_sizes,
            capturable=capturable,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
        )


class optim_SGD(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1e-3,
        momentum=0,
        dampening=0,
        weight_decay=0,
        nesterov=False,
        maximize=False,
        foreach=None,
        differentiable=False,
        fused=None,
    ):
        self.declare(
            params,
            "lr momentum dampening weight_decay nesterov maximize foreach differentiable fused",
            lr=lr,
            momentum=momentum,
            dampening=dampening,
            weight_decay=weight_decay,
            nesterov=nesterov,
            maximize=maximize,
            foreach=foreach,
            differentiable=differentiable,
            fused=fused,
        )


class optim_SparseAdam(optim_Optimizer):
    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        maximize=False,
    ):
        self.declare(
            params,
            "lr betas eps maximize",
            lr=lr,
            betas=betas,
            eps=eps,
            maximize=maximize,
        )
