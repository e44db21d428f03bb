class optim_lr_scheduler_LRScheduler:
    def __init__(self, optimizer, *args, **kwargs):
        self.optimizer = optimizer

    def step(self, *args):
        raise NotImplementedError("the step of a scheduler is outside of the subset that is captured")


class optim_lr_scheduler_CosineAnnealingLR(optim_lr_scheduler_LRScheduler):
    pass


class optim_lr_scheduler_ExponentialLR(optim_lr_scheduler_LRScheduler):
    pass


class optim_lr_scheduler_LambdaLR(optim_lr_scheduler_LRScheduler):
    pass


class optim_lr_scheduler_MultiStepLR(optim_lr_scheduler_LRScheduler):
    pass


class optim_lr_scheduler_ReduceLROnPlateau(optim_lr_scheduler_LRScheduler):
    pass


class optim_lr_scheduler_StepLR(optim_lr_scheduler_LRScheduler):
    pass
