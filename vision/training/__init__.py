"""How the reader's networks are trained: needs PyTorch, which the app itself never does."""
