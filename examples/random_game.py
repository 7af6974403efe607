"""Play a random game, print its ejections, and save it as a record."""

import random

from sumito import BLACK, WHITE, Board
from sumito.notation.records import Record, read_records, write_record

rng = random.Random(7)
board = Board("belgian-daisy")
while board.outcome is None:
    ejections = [move for move in board.legal_moves if board.is_ejection(move)]
    move = rng.choice(ejections or list(board.legal_moves))
    if ejections:
        print(f"ply {board.ply + 1:4}: {board.turn} ejects with {board.format_move(move)}")
    board.play(move)

print(board)
print(f"{board.outcome} after {board.ply} plies, {board.score(BLACK)} to {board.score(WHITE)}")

write_record(Record.from_board(board, black="Random", white="Random", event="An example"), "random.apgn")
for record in read_records("random.apgn"):
    print(f"saved as random.apgn and read back: {record.headers['Event']}" if isinstance(record, Record) else record)
