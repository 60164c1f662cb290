"""Readers of tags: one module per kind, all alike to whoever polls them."""
