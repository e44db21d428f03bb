"""`torch._export.pass_infra`."""
