"""`torch.fx.passes.infra`."""
