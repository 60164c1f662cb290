"""Buttons, lamps and the buzzer."""
