"""The devices of the table: readers, panel, lamps, urn slot, buzzer."""
