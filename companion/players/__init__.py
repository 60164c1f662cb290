"""Who plays when nobody sits there: a random player, and bots that play to win from their own view."""
