"""The pages of the table: join, seat, host, board, workbench."""
