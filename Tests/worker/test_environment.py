"""What a script sees of the standard library."""

import time

from checks import evaluate, same, test
from worker import pack


INVENTORY = {
    "_G": "assert collectgarbage coroutine debug error getmetatable io ipairs load math next os package pairs pcall print rawequal "
          "rawget rawlen rawset require select setmetatable string table tonumber tostring type utf8 xml xpcall _G _VERSION "
          "cache defaults fetch has_content json log open_url add preferred_size redraw refresh_after refresh_at settings ui "
          "update_result url widget",
    "string": "byte char find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper",
    "table": "concat insert move pack remove sort unpack",
    "math": "abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min mininteger modf pi rad random randomseed "
            "sin sqrt tan tointeger type ult atan2 cosh frexp ldexp log10 pow sinh tanh",
    "utf8": "char charpattern codepoint codes len offset",
    "coroutine": "create isyieldable resume running status wrap yield",
    "os": "clock date difftime time",
    "io": "",
    "debug": "",
    "package": "config cpath loaded path preload searchers",
    "package.loaded": "_G coroutine debug io math os package string table utf8",
    "json": "array decode encode null",
    "log": "debug error info warning",
    "cache": "clear get remember remove set",
    "defaults": "all get register remove set suite",
    "fetch": "all",
    "url": "parse",
    "ui": "activity_indicator button canvas capsule card chart circle date date_field divider fits gauge grid group hstack icon image label link "
          "overlay path picker private progress rectangle slider spacer stepper text text_field toggle vstack zstack",
}


@test
def inventory():
    for name, wanted in INVENTORY.items():
        got = evaluate("local t = {} for k in next, %s do t[#t + 1] = k end return table.concat(t, ' ')" % name)
        wanted = wanted.split() + (["perform_update"] if name == "_G" else [])
        same(sorted(got.split()), sorted(wanted))


@test
def standard_library_differences():
    cases = [
        ("return tostring({}), tostring(print), tostring(coroutine.create(print)), tostring(json.null)",
         "table\tfunction\tthread\tnull"),
        ("return string.format('%s %s %5.1f %d%% %q', {}, print, 1.25, 3, 'a')", 'table function   1.2 3% "a"'),
        ("return string.format('%-8s|', {})", "table   |"),
        ("return pcall(string.format, '%p', {})", "false\tstring.format: '%p' is not available in widgets"),
        ("return tostring(setmetatable({}, { __name = 'X' })), tostring(setmetatable({}, { __tostring = function() "
         "return 'y' end }))", "table\ty"),
        ("return pcall(setmetatable, {}, { __gc = print })", "false\tsetmetatable: '__gc' is not available in widgets"),
        ("return getmetatable('')", "false"),
        ("return ('x'):rep(3), ('%s'):format({}), ('').dump", "xxx\ttable\tnil"),
        ("return math.type(collectgarbage 'count'), collectgarbage(), collectgarbage 'collect', collectgarbage('step', 5)",
         "float\t0\t0\ttrue"),
        ("return collectgarbage 'stop', collectgarbage 'isrunning', collectgarbage 'restart'", "0\tfalse\t0"),
        ("return collectgarbage('setpause', 1000), collectgarbage('setstepmul', 400)", "200\t100"),
        ("return collectgarbage('incremental', 100, 200, 10), collectgarbage('generational', 20, 100)", "incremental\tincremental"),
        ("return pcall(collectgarbage, 'now')", "false\tbad argument #1 to 'collectgarbage' (invalid option 'now')"),
        ("return select('#', math.randomseed()), select('#', math.randomseed(3))", "0\t0"),
        ("math.randomseed(5) local a = math.random(1000) math.randomseed(5) return a == math.random(1000)", "true"),
        ("local co, main = coroutine.running() return main, coroutine.status(co), coroutine.resume(co)",
         "true\trunning\tfalse\tcannot resume non-suspended coroutine"),
        ("local main = coroutine.running() return coroutine.wrap(function() local co, is_main = coroutine.running() "
         "return is_main, co == main, coroutine.status(main), coroutine.resume(main, 1, 2, 3) end)()",
         "false\tfalse\tnormal\tfalse\tcannot resume non-suspended coroutine"),
        ("local co co = coroutine.create(function() return coroutine.running() == co end) return coroutine.resume(co)", "true\ttrue"),
        ("local main = coroutine.running() local ok = true for _ = 1, 1000 do local r = coroutine.wrap(function() "
         "return coroutine.resume(main, ('x'):rep(100)) end)() ok = ok and not r end return ok", "true"),
        ("return load('return 1 + 1')()", "2"),
        ("x = 5 return load('return x')(), load('return x', 'n', 't', { x = 6 })(), pcall(load('return x', 'n', 't', nil))",
         '5\t6\tfalse\t[string "n"]:1: attempt to index a nil value (upvalue \'_ENV\')'),
        ("local n = 0 return load(function() n = n + 1 return ({ 'return ', '4', '2' })[n] end)()", "42"),
        ("return load('return (')", "nil\t(load):1: unexpected symbol near <eof>"),
        ("return load('\\27Lua')", "nil\tload: only text can be loaded in widgets"),
        ("return load('return 1', 'x', 'b')", "nil\tload: only text can be loaded in widgets"),
        ("return load((' '):rep(600000))", "nil\tload: larger than 512 KiB"),
        ("return load(function() return ' ' end)", "nil\tload: larger than 512 KiB"),
        ("return load(function() return 3 end)", "nil\treader function must return a string"),
        ("return load(function() error('broken', 0) end)", "nil\tbroken"),
        ("return select(2, load(function() error({ 7 }) end))[1]", "7"),
        ("return pcall(load, 3)", "false\tbad argument #1 to 'load' (function expected, got number)"),
        ("return _VERSION, type(_G), _G._G == _G, next(io), next(debug), dofile, warn",
         "Lua 5.4\ttable\ttrue\tnil\tnil\tnil\tnil"),
        ("return package.config", "/\n;\n?\n!\n-\n"),
        ("return io.open, debug.getinfo, debug.traceback, package.searchpath, package.loadlib", "nil\tnil\tnil\tnil\tnil"),
        ("return xpcall(error, debug.traceback, 'x')", "false\tx"),
        ("return xpcall(error, function(m) return m .. '!' end, 'x')", "false\tx!"),
        ("return coroutine.wrap(function() return xpcall(function() return coroutine.yield(1) end, nil) end)()", "1"),
        ("local w = coroutine.wrap(function() return xpcall(function() error(coroutine.yield(), 0) end, nil) end) w() return w 'y'",
         "false\ty"),
        ("return pcall(xpcall, print)", "false\tbad argument #2 to 'xpcall' (function expected, got no value)"),
        ("return pcall(coroutine.yield)", "false\tattempt to yield from outside a coroutine"),
        ("return select(2, pcall(error, { 1 }))[1]", "1"),
        ("return rawequal(getmetatable(update_result), false), pcall(setmetatable, update_result, {})",
         "true\tfalse\tcannot change a protected metatable"),
    ]
    for body, wanted in cases:
        same((body, evaluate(body)), (body, wanted))


@test
def random_numbers_follow_the_seed():
    numbers = [evaluate("return math.random(1 << 40), math.random()", seed=s) for s in (1, 1, 2)]
    assert numbers[0] == numbers[1] != numbers[2], numbers
    again = "math.randomseed() local a = math.random(1 << 40) math.randomseed() return a, math.random(1 << 40)"
    first, second = evaluate(again, seed=3).split("\t")
    assert first != second, "math.randomseed() starts another sequence"
    same(evaluate(again, seed=3), f"{first}\t{second}")


@test
def clock():
    berlin = {"date.zone": lambda t: [7200, True, "CEST"] if 1711846800 <= t < 1729990800 else [3600, False, "CET"]}
    now = 1720000000  # 2024-07-03 09:46:40 UTC
    cases = [
        ("os.time()", "1720000000"),
        ("os.date('!%Y-%m-%dT%H:%M:%SZ')", "2024-07-03T09:46:40Z"),
        ("os.date('%Y-%m-%d %H:%M:%S %z %Z')", "2024-07-03 11:46:40 +0200 CEST"),
        ("os.date('!%z %Z')", "+0000 UTC"),
        ("os.date('!%c', 0)", "Thu Jan  1 00:00:00 1970"),
        ("os.date()", "Wed Jul  3 11:46:40 2024"),
        ("os.date('!%a %A %b %B %d %e %j %u %w %y %p %I %% %n|%D %F %T %R %G %V %U %W %x %X %h %C %g %r', 0)",
         "Thu Thursday Jan January 01  1 001 4 4 70 AM 12 % \n|01/01/70 1970-01-01 00:00:00 00:00 1970 01 00 00 "
         "01/01/70 00:00:00 Jan 19 70 12:00:00 AM"),
        ("os.date('!*t', 951782400).month, os.date('!*t', 951782400).day, os.date('!*t', 951782400).yday", "2\t29\t60"),
        ("os.date('*t').hour, os.date('*t').isdst, os.date('*t', 1704106800).isdst", "11\ttrue\tfalse"),
        ("os.time { year = 2024, month = 7, day = 3, hour = 11, min = 46, sec = 40 }", "1720000000"),
        ("os.time { year = 2024, month = 1, day = 1 }", "1704106800"),
        # An hour skipped by clocks, and one they show twice.
        ("os.time { year = 2024, month = 3, day = 31, hour = 2, min = 30 }", "1711848600"),
        ("os.time { year = 2024, month = 10, day = 27, hour = 2, min = 30 }", "1729989000"),
        ("os.time { year = 2024, month = 10, day = 27, hour = 2, min = 30, isdst = false }", "1729992600"),
        ("os.time { year = 2024, month = 10, day = 27, hour = 2, min = 30, isdst = true }", "1729989000"),
        ("os.date('%Z'), os.date('%Z', 1704106800), os.date('!%Z')", "CEST\tCET\tUTC"),
        ("os.time { year = 2023, month = 14, day = -3, hour = 0 }", "1706396400"),
        ("os.date('!%F', os.time { year = 2024, month = 2, day = 30, hour = 12 })", "2024-03-01"),
        ("os.date('!%F %a', -1)", "1969-12-31 Wed"),
        ("os.date('!%m-%d', -62167219200), os.date('!%F', 253402300799)", "01-01\t9999-12-31"),
        ("pcall(os.date, '%F', 1 << 62)", "false\ttime is outside of the years 0 to 9999"),
        ("pcall(os.date, '%F', math.mininteger)", "false\ttime is outside of the years 0 to 9999"),
        ("pcall(os.time, { year = 2^31 | 0, month = 1, day = 1 })", "false\tfield 'year' is out-of-bound"),
        ("pcall(os.time, { year = 2147483647, month = 1, day = 1 })", "false\ttime is outside of the years 0 to 9999"),
        ("pcall(os.time, { year = 2024, month = 1 })", "false\tfield 'day' missing in date table"),
        ("pcall(os.time, { year = 2024, month = 1.5, day = 1 })", "false\tfield 'month' is not an integer"),
        ("pcall(os.date, '%Q')", "false\tbad argument #1 to 'os.date' (invalid conversion after '%')"),
        ("pcall(os.date, '%')", "false\tbad argument #1 to 'os.date' (invalid conversion after '%')"),
        ("pcall(os.date, '%E')", "false\tbad argument #1 to 'os.date' (invalid conversion after '%')"),
        ("os.difftime(5, 3)", "2.0"),
        ("type(os.clock()), os.clock() < 1", "number\ttrue"),
    ]
    for expression, wanted in cases:
        same((expression, evaluate("return " + expression, berlin, now=now)), (expression, wanted))
    t = int(evaluate("return os.time()"))
    assert abs(t - time.time()) < 60, t


@test
def tables_are_walked_in_the_same_order_in_every_run():
    source = """
      local t, l = {}, {}
      for i = 1, 99 do t['k' .. i] = i end
      for k in pairs(t) do l[#l + 1] = k end
      return table.concat(l, ' ')"""
    orders = {evaluate(source) for _ in range(5)}
    same(len(orders), 1)
