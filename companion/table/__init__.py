"""One evening at the table: what is kept, what is drawn, and who may answer."""
