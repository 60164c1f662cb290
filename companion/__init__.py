"""The table that plays along: rules, board, phones and devices for political board games."""
