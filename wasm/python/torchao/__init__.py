"""`torchao`: what passes use of it. Files of its repository that come with a pass take the place of these."""
