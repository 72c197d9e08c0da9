"""Engines, solvers, batches."""

import pickle

import agon_games as agon
import pytest


@pytest.fixture(params=agon.games())
def rules(request):
    return agon.game(request.param)


def test_every_level_and_evaluation_of_every_game_moves(rules):
    for level, _ in rules.levels[:4]:
        assert agon.engine(rules, level=level).best(rules.start).move in rules.start.legal_moves
    for name, _ in rules.evaluations:
        report = agon.engine(rules, eval=name).best(rules.start, nodes=200)
        assert report.move in rules.start.legal_moves


def test_limits_hold():
    start = agon.game("reversi").start
    engine = agon.engine("reversi", hash=1)
    assert engine.best(start, depth=5).depth == 5
    assert engine.best(start, nodes=3000).nodes <= 3000
    assert engine.best(start, time=0.0).move in start.legal_moves
    assert agon.engine("reversi", depth=3).best(start).depth == 3
    assert agon.engine("reversi", time=0.001).name == "engine:time=1ms"


def test_reports_say_what_was_found():
    position = agon.game("four-in-a-row").start.play_line("0101")
    report = agon.engine("four-in-a-row").best(position.play("0").play("6"), depth=4)
    assert report.move == "0" and report.exact and report.proven
    assert "win" in report.score_text and report.pv[0] == "0" and report.seconds >= 0
    assert "0" in repr(report)


def test_callbacks_see_every_improvement_and_can_end_the_search():
    start = agon.game("reversi").start
    engine = agon.engine("reversi", hash=1)
    seen = []
    last = engine.best(start, depth=6, callback=seen.append)
    assert seen[0].move in start.legal_moves
    assert seen[-1].move == last.move and seen[-1].depth <= 6
    depths = [report.depth for report in seen]
    assert depths == sorted(depths)

    def enough(report):
        return report.depth < 3

    stopped = engine.best(start, nodes=10**15, callback=enough)
    assert stopped.move in start.legal_moves


def test_an_exception_in_a_callback_is_passed_on():
    def refuse(report):
        raise LookupError(report.move)

    start = agon.game("hexthello").start
    for call in (agon.engine("hexthello").best, agon.engine("hexthello").analyze):
        with pytest.raises((LookupError, AttributeError)):
            call(start, nodes=10**15, callback=refuse)


def test_analysis_has_every_move_best_first(rules):
    reports = agon.engine(rules, hash=1).analyze(rules.start, depth=2)
    assert sorted(report.move for report in reports) == sorted(rules.start.legal_moves)
    lists = []
    agon.engine(rules, hash=1).analyze(rules.start, depth=2, callback=lists.append)
    assert all(isinstance(report, agon.Report) for reports in lists for report in reports)


def test_many_positions_get_the_answers_of_single_ones(rules):
    positions = rules.middle_games(6)
    engine = agon.engine(rules, nodes=400, hash=1)
    alone = []
    for position in positions:
        engine.new_game()
        alone.append(engine.best(position).move)
    assert [r.move for r in engine.best_all(positions)] == alone
    assert [r.move for r in engine.best_all(list(positions), cores=1)] == alone
    lists = engine.analyze_all(positions, cores=2)
    assert [len(reports) for reports in lists] == [len(p.legal_moves) for p in positions]


def test_evaluations_come_singly_and_in_bulk(rules):
    positions = rules.random_positions(60, plies=8, seed=4)
    engine = agon.engine(rules)
    values = engine.evaluate_all(positions)
    assert values.tolist() == [engine.evaluate(position) for position in positions]
    assert engine.evaluate_all(list(positions), cores=1).tolist() == values.tolist()


def test_explanations_add_up():
    engine = agon.engine("reversi", eval="explained")
    position = agon.game("reversi").start.play_line("f5d6c3")
    terms = engine.explain(position)
    assert sum(term.value for term in terms) == pytest.approx(engine.evaluate(position))
    assert all(term.name in repr(term) for term in terms)


def test_solving():
    game = agon.game("four-in-a-row")
    position = game.start.play_line("22334")
    solved = agon.solve(position, hash=1)
    assert (solved.value, solved.move in position.legal_moves) == (-18.0, True)
    solver = agon.Solver("four-in-a-row", threads=2, hash=1)
    assert solver.solve(position).value == -18.0
    over = game.start.play_line("0101010")
    assert agon.solve(over, hash=1).move is None
    dice_free = agon.game("reversi").random_positions(1, plies=56, seed=2)[0]
    assert agon.solve(dice_free, hash=1).move in dice_free.legal_moves


def test_engines_can_be_pickled():
    engine = pickle.loads(pickle.dumps(agon.engine("hexthello:radius=3", level=2, seed=9)))
    assert (engine.game, engine.name) == ("hexthello:radius=3", "engine:level=2:seed=9")


def test_settings_are_those_of_the_command_line():
    engine = agon.engine("reversi", "expert", lmr=False, eval="explained", hash=2, threads=1)
    assert engine.name == "engine:level=expert:eval=explained:threads=1:lmr=off:hash=2"
