"""Memory, CPU, recursion, sandbox. After a kill no line of the script runs."""

import os

from checks import ends, fresh, same, test
from worker import Ended, ScriptError, Worker


@test
def killed_for_time():
    cases = [
        "while true do end",
        "pcall(function() while true do end end) print 'survived'",
        "while true do pcall(error) end",
        "while true do coroutine.wrap(function() for i = 1, 100 do end end)() end",
        "local t = setmetatable({}, { __index = function(t, k) return t[k] end }) while true do pcall(function() "
        "return t.x end) end",
        "for i = 1, 1 << 62 do local s = ('x'):rep(1000) end",
        "string.rep('', math.maxinteger) print 'survived'",
        "(('a'):rep(30) .. 'b'):find(('a*'):rep(20) .. 'c') print 'survived'",
        "table.move({}, 1, math.maxinteger - 1, 2) print 'survived'",
        "local t = setmetatable({}, {}) getmetatable(t).__call = t pcall(t) print 'survived'",
        "table.sort({ 1, 2, 3, 4, 5 }, function() while true do end end)",
        "local x <close> = setmetatable({}, { __close = function() print 'survived' end }) while true do end",
        "xpcall(function() while true do end end, function() print 'survived' end)",
    ]
    for source in cases:
        with fresh(budgets={"load": 100}) as w:
            ends(lambda: w.load(source), 102)
            same(w.logs, [])


@test
def killed_for_memory():
    cases = [
        "local t = {} for i = 1, 1 << 40 do t[i] = { i } end",
        "pcall(function() local t = {} for i = 1, 1 << 40 do t[i] = {} end end) print 'survived'",
        "local s = 'x' while true do s = s .. s end",
        "pcall(string.rep, 'x', 1 << 30) print 'survived'",
        "local s = {} for i = 1, 1 << 30 do s[i] = ('x'):rep(100000) .. i end",
        "coroutine.wrap(function() local t = {} for i = 1, 1 << 40 do t[i] = {} end end)()",
    ]
    for source in cases:
        with fresh(budgets={"load": 20000}) as w:
            ends(lambda: w.load(source), 101)
            same(w.logs, [])


@test
def a_step_below_each_limit_lives():
    with fresh(budgets={"load": 20000}) as w:
        w.load("local t = {} for i = 1, 22 do t[i] = (' '):rep(1 << 20) .. i end")
    with fresh(budgets={"load": 20000}) as w:  # garbage is collected in time
        w.load("for i = 1, 400 do local s = (' '):rep(1 << 18) .. i end")
        w.load("for i = 1, 100 do local t = {} for j = 1, 20000 do t[j] = { j } end end")


@test
def deep_recursion():
    with fresh() as w:
        try:
            w.load("local function f() return 1 + f() end f()")
            raise AssertionError("no error")
        except ScriptError as error:
            assert "stack overflow" in error.fields["message"], error.fields
            same(len(error.fields["traceback"]), 10)
    with fresh() as w:
        try:
            w.load("local t = setmetatable({}, { __index = function(t, k) return t[k .. 'x'] end }) return t.a")
        except ScriptError as error:
            assert "stack overflow" in error.fields["message"], error.fields
        except Ended as ended:
            assert ended.status in (101, 102), ended
    with fresh() as w:
        w.load("local function f(n) if n > 0 then return (f(n - 1)) end return json.encode(cache.get 'a') end "
               "print(pcall(f, 150000))")


@test
def content_has_its_own_budget():
    with fresh(budgets={"load": 5000, "update": 60000, "content": 50}) as w:
        w.load("function perform_update() return update_result.new_data end function content() while true do end end")
        ends(w.update, 106)


@test
def sandbox():
    if not os.path.exists("/proc/self/limits"):
        return
    with fresh() as w:
        with open("/proc/%d/limits" % w.process.pid) as limits:
            lines = {line[:26].strip(): line[26:].split()[0] for line in limits}
        same((lines["Max core file size"], lines["Max file size"], lines["Max open files"], lines["Max processes"]), ("0", "0",
            "4", "0"))
        if os.geteuid() == 0:  # other users may not look
            same(sorted(os.listdir("/proc/%d/fd" % w.process.pid)), ["0", "1", "2", "3"])
            same(os.readlink("/proc/%d/cwd" % w.process.pid), "/")
        with open("/proc/%d/status" % w.process.pid) as status:
            assert "NoNewPrivs:\t1" in status.read()


@test
def every_allocation_may_be_the_last():
    """A limit that grows in small steps ends the worker at ever later allocations, and never in another way."""
    outcomes = []
    for kilobytes in range(40, 400, 2):
        with Worker(memory=kilobytes << 10) as w:
            try:
                w.hello()
                w.load("local t = {} for i = 1, 300 do t[i] = { tostring(i) .. 'x' } end "
                       "function content() return ui.vstack { ui.text(('y'):rep(9999)), json.encode(json.decode "
                       "'[1,[2,[3]]]') } end")
                w.content()
                outcomes.append(True)
            except Ended as ended:
                assert ended.status == 101, str(ended)
                outcomes.append(False)
    assert outcomes[-1] and not outcomes[0], outcomes


@test
def kill_storm():
    for i in range(200):
        with fresh(budgets={"load": 1}) as w:
            ends(lambda: w.load("while true do end"), 102)
