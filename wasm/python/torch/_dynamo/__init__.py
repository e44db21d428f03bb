"""`torch._dynamo`: what files of passes use of it."""
