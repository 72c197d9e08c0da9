"""Records and formats."""

import json
import pickle

import agon_games as agon
import pytest


def test_records_replay():
    start = agon.game("four-in-a-row").start
    record = agon.Record(start, list("0101010"), players=("Ann", "Ben"))
    assert record.result == (0, (1, 0), "normal") and len(record) == 7
    assert record.players == ("Ann", "Ben") and record.game == "four-in-a-row"
    assert record.positions[0] == start and record.positions[-1].is_over
    assert agon.Record.from_json(record.to_json()) == record == pickle.loads(pickle.dumps(record))
    assert json.loads(record.to_json())["format"] == "agon-record"


def test_rolls_are_part_of_a_record():
    position = agon.game("ants").opening.roll(255)
    start, moves = position, []
    while len(moves) < 30 and not position.is_over:
        move = position.legal_moves[0]
        position = position.play(move)
        if position.is_chance:
            move += position.chance_outcomes[1][0]
            position = position.roll(1)
        moves.append(move)
    assert agon.Record(start, moves).positions[-1] == position
    assert start.play_line(" ".join(moves)) == position


def test_formats_are_read_and_written():
    text = agon.write_records(agon.read_records(b"F5 d6 C3 d3 c4"), "ggf")
    assert agon.read_records(text.encode())[0].moves == ["f5", "d6", "c3", "d3", "c4"]
    columns = agon.read_records(b"3342\n", "four-in-a-row")
    assert columns[0].moves == ["3", "3", "4", "2"]
    lines = agon.write_records(columns * 2)
    assert agon.read_records(lines.encode()) == columns * 2


@pytest.mark.parametrize(
    "data, format",
    [(b"", None), (b"3342", None), (b"{}", None), (b"f5f5", "othello"), (b"\xff", "json"), (b"f5", "pdf")],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(data, format):
    with pytest.raises(ValueError) as refused:
        agon.read_records(data, format)
    assert len(str(refused.value)) > 10


def test_a_forged_record_is_refused():
    record = agon.Record(agon.game("four-in-a-row").start, list("0101010"))
    forged = record.to_json().replace('"winner":"first"', '"winner":"second"')
    assert forged != record.to_json()
    with pytest.raises(ValueError, match="but its moves end with"):
        agon.Record.from_json(forged)
