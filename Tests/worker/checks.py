"""Assertions for the tests: `same`, `raises`, `ends`, and short ways to run a script."""

from worker import Ended, ScriptError, Worker

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def same(got, wanted):
    assert got == wanted, "\n  got    %r\n  wanted %r" % (got, wanted)


def raises(action, message, place=None, kind="script"):
    """The entry must fail with exactly this message, at `file:line`."""
    try:
        value = action()
    except ScriptError as error:
        same((error.fields["kind"], error.fields["message"]), (kind, message))
        if place:
            same(error.place, place)
        return error
    raise AssertionError("no error, but %r; wanted %r" % (value, message))


def ends(action, *statuses):
    try:
        value = action()
    except Ended as ended:
        assert ended.status in statuses, "%s, wanted one of %s" % (ended, statuses)
        return
    raise AssertionError("the worker lived on: %r" % (value,))


def fresh(handlers=None, **config):
    return Worker(handlers, **config).ready()


def evaluate(expression, handlers=None, **config):
    """The value of a Lua expression inside perform_update, as text."""
    with fresh(handlers, **config) as w:
        w.load("function perform_update()\n print((function() %s end)()) return update_result.no_data end" % expression)
        w.update()
        return w.logs[-1][1]


def view(expression, **config):
    """The wire form of a view, without its place."""
    with fresh(**config) as w:
        w.load("function content()\n return %s\nend" % expression)
        return bare(w.content().get("content"))


def bare(node):
    if isinstance(node, dict):
        return {k: bare(v) for k, v in node.items() if k not in ("line", "file")}
    return [bare(v) for v in node] if isinstance(node, list) else node
