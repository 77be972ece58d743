import pytest

import spielbaum as sb


def test_a_search_is_shown() -> None:
    game = sb.load("tictactoe")
    trace = game.think("alpha-beta(depth=2)", trace=True)
    assert isinstance(trace, sb.Trace)
    plain = game.think("alpha-beta(depth=2)")
    assert {**trace.decision, "seconds": 0} == {**plain, "seconds": 0}
    assert len(trace) == len(trace.to_dict()["nodes"]) > 10
    assert trace.svg().startswith("<svg") and trace._repr_svg_() == trace.svg()
    assert len(trace.narration(5).splitlines()) >= 5
    assert "window" in trace.to_dict()["nodes"][0]


def test_a_tree_that_is_too_large_has_no_picture() -> None:
    trace = sb.load("tictactoe").think("minimax(depth=5)", trace=True)
    assert trace._repr_svg_() is None
    with pytest.raises(sb.SpielbaumError, match="5000"):
        trace.svg()


def test_an_explicit_tree_is_searched() -> None:
    tree = sb.tree("((3 12 8) (2 4 6) (14 5 2))")
    assert (tree.roles, len(tree)) == (["max", "min"], 13)
    trace = tree.search("alpha-beta")
    assert (trace.decision["value"], trace.decision["leaves"]) == (3.0, 7)
    assert "14" in str(trace) and "(2 4 6)" in str(tree)
    assert "3" in trace.narration()
    with pytest.raises(sb.SpielbaumError):
        sb.tree("((3")
    with pytest.raises(sb.SpielbaumError):
        tree.search("alpha-betta")


@pytest.mark.parametrize("name", ["tictactoe", "hex(size=4)", "rock-paper-scissors", "connect-four"])
def test_a_state_is_drawn(name: str) -> None:
    game = sb.load(name)
    picture = game.new_initial_state().svg()
    assert picture.startswith("<svg") and picture == game.new_initial_state()._repr_svg_()
