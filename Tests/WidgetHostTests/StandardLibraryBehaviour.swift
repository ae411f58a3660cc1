/// An expression that's true in a widget, for each standard library name widgets have.
enum StandardLibraryBehaviour {
  static let expressions: [String: String] =
    [
      "_G": "_G._G == _G",
      "_VERSION": "_VERSION == 'Lua 5.4'",
      "assert": "select('#', assert(1, 2)) == 2 and not pcall(assert, false)",
      "collectgarbage":
        "collectgarbage() == 0 and collectgarbage('isrunning') and collectgarbage('stop') == 0 and not collectgarbage('isrunning') "
        + "and collectgarbage('restart') == 0 and collectgarbage('isrunning') and collectgarbage('step', 9) "
        + "and collectgarbage('generational') == 'incremental' and collectgarbage('incremental', 120, 0) == 'generational' "
        + "and collectgarbage('setpause', 101) == 120 and collectgarbage('setpause', 200) == 100 "
        + "and collectgarbage('setstepmul', 400) == 100 and collectgarbage('setstepmul', 100) == 400 "
        + "and collectgarbage('count') > 1",
      "error": "select(2, pcall(error, 'x', 0)) == 'x'",
      "getmetatable": "getmetatable(setmetatable({}, { __metatable = 3 })) == 3 and getmetatable('') == false",
      "ipairs": "(function() local n = 0 for i, v in ipairs { 5, 6, nil, 7 } do n = n + i * v end return n end)() == 17",
      "load":
        "load('return 1')() == 1 and select(2, load('\\27Lua')) == 'load: only text can be loaded in widgets' "
        + "and select(2, load(('x'):rep(600000))) == 'load: larger than 512 KiB'",
      "next": "next {} == nil and select(2, next { 4 }) == 4",
      "pairs":
        "(function() for k in pairs(setmetatable({}, { __pairs = function() return next, { z = 1 } end })) do return k end end)() == 'z'",
      "pcall": "(function(ok, a, b) return ok and a == 1 and b == 2 end)(pcall(function() return 1, 2 end))",
      "print": "select('#', print()) == 0",
      "rawequal": "rawequal('a', 'a') and not rawequal({}, {})",
      "rawget": "rawget(setmetatable({}, { __index = { a = 1 } }), 'a') == nil",
      "rawlen": "rawlen { 1, 2 } == 2 and rawlen 'abc' == 3",
      "rawset": "rawset({}, 'a', 1).a == 1",
      "require": "require 'string' == string and require '_G' == _G",
      "select": "select('#', nil, nil) == 2 and select(-1, 1, 2) == 2",
      "setmetatable": "getmetatable(setmetatable({}, {})) ~= nil and not pcall(setmetatable, {}, { __gc = print })",
      "tonumber": "tonumber('0x10') == 16 and tonumber('z', 36) == 35 and tonumber('1e') == nil and tonumber(' 7 ') == 7",
      "tostring": "tostring({}) == 'table' and tostring(print) == 'function' and tostring(1.0) == '1.0'",
      "type": "type(nil) == 'nil' and not pcall(type)",
      "xpcall":
        "select(2, xpcall(error, debug.traceback, 'x')) == 'x' and select(2, xpcall(error, function(m) return m .. 'y' end, 'x')) == 'xy'",
      "string.byte": "string.byte('abc', -1) == 99",
      "string.char": "string.char(72, 105) == 'Hi'",
      "string.find": "string.find('a.b', '.', 1, true) == 2 and string.find('abc', 'b()') == 2",
      "string.format":
        "string.format('%5.1f|%-4s|%q|%x|%i|%a', 3.14159, 'ab', 'x\\n', 255, 3, 1) == '  3.1|ab  |\"x\\\\\\n\"|ff|3|0x1p+0' "
        + "and not pcall(string.format, '%p', {}) and not pcall(string.format, '%d', 1.5) and string.format('%s', {}) == 'table'",
      "string.gmatch":
        "(function() local t = {} for k, v in string.gmatch('a=1,b=2', '(%w+)=(%w+)') do t[#t + 1] = v .. k end return table.concat(t) end)() == '1a2b'",
      "string.gsub": "string.gsub('hello', 'l', { l = 'L' }) == 'heLLo' and select(2, ('aa'):gsub('a', '%0%0', 1)) == 1",
      "string.len": "string.len('a\\0b') == 3",
      "string.lower": "string.lower 'ABC' == 'abc'",
      "string.match":
        "string.match('2026-11-22', '^(%d+)%-') == '2026' and string.match('THE (quick) fox', '%f[%a]%a+%f[%A]') == 'THE'",
      "string.pack": "string.pack('<I2', 258) == '\\2\\1'",
      "string.packsize": "string.packsize('<i4i8') == 12",
      "string.rep": "string.rep('a', 3, '-') == 'a-a-a'",
      "string.reverse": "string.reverse 'abc' == 'cba'",
      "string.sub": "string.sub('hello', -3, -2) == 'll'",
      "string.unpack": "string.unpack('>s1', '\\3abcd') == 'abc'",
      "string.upper": "string.upper 'abc' == 'ABC'",
    ]
    .merging(tables, uniquingKeysWith: { $1 }).merging(numbers, uniquingKeysWith: { $1 }).merging(
      system, uniquingKeysWith: { $1 })

  private static let tables: [String: String] = [
    "table.concat": "table.concat({ 1, 2, 'x' }, ', ', 2) == '2, x'",
    "table.insert":
      "(function() local t = { 1 } table.insert(t, 1, 0) return t[1] == 0 and not pcall(table.insert, t, 9, 1) end)()",
    "table.move": "table.move({ 1, 2, 3 }, 2, 3, 1)[1] == 2",
    "table.pack": "table.pack(1, nil, 3).n == 3",
    "table.remove": "table.remove { 4, 5 } == 5",
    "table.sort":
      "(function() local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) return t[1] == 3 and t[3] == 1 end)()",
    "table.unpack": "select('#', table.unpack({ 1, nil, 3 }, 1, 3)) == 3",
    "utf8.char": "utf8.char(228, 0x1F600) == 'ä😀'",
    "utf8.charpattern": "select(2, ('aä😀'):gsub(utf8.charpattern, '')) == 3",
    "utf8.codepoint": "utf8.codepoint('ä') == 228 and not pcall(utf8.codepoint, '\\xff')",
    "utf8.codes": "(function() local n = 0 for p, c in utf8.codes 'aä' do n = n + p * c end return n end)() == 97 + 2 * 228",
    "utf8.len": "utf8.len 'aä😀' == 3 and select(2, utf8.len 'a\\xff') == 2 and utf8.len('\\u{7fffffff}', 1, -1, true) == 1",
    "utf8.offset": "utf8.offset('aäb', 3) == 4 and utf8.offset('aäb', -1) == 4",
    "coroutine.create": "coroutine.status(coroutine.create(print)) == 'suspended'",
    "coroutine.isyieldable": "not coroutine.isyieldable() and coroutine.wrap(coroutine.isyieldable)()",
    "coroutine.resume": "select(3, coroutine.resume(coroutine.create(function(...) return ... end), 1, 2)) == 2",
    "coroutine.running": "(function(co, is_main) return type(co) == 'thread' and is_main end)(coroutine.running())",
    "coroutine.status": "coroutine.status((coroutine.running())) == 'running'",
    "coroutine.wrap": "coroutine.wrap(function() coroutine.yield(7) end)() == 7",
    "coroutine.yield": "coroutine.wrap(function() return coroutine.yield(1, 2) end)() == 1 and not pcall(coroutine.yield)",
  ]

  private static let numbers: [String: String] = [
    "math.abs": "math.abs(-3) == 3",
    "math.acos": "math.acos(1) == 0.0",
    "math.asin": "math.asin(0) == 0.0",
    "math.atan": "math.atan(1, 1) == math.pi / 4",
    "math.atan2": "math.atan2(1, 1) == math.pi / 4",
    "math.ceil": "math.ceil(1.2) == 2 and math.type(math.ceil(1.2)) == 'integer'",
    "math.cos": "math.cos(0) == 1.0",
    "math.cosh": "math.cosh(0) == 1.0",
    "math.deg": "math.deg(math.pi) == 180.0",
    "math.exp": "math.exp(0) == 1.0",
    "math.floor": "math.floor(-1.5) == -2",
    "math.fmod": "math.fmod(-7, 3) == -1 and not pcall(math.fmod, 1, 0)",
    "math.frexp": "math.frexp(8) == 0.5 and select(2, math.frexp(8)) == 4",
    "math.huge": "math.huge > 1e308",
    "math.ldexp": "math.ldexp(0.5, 4) == 8.0",
    "math.log": "math.log(8, 2) == 3.0 and math.log(1) == 0.0",
    "math.log10": "math.log10(1000) == 3.0",
    "math.max": "math.max(1, 3, 2) == 3",
    "math.maxinteger": "math.maxinteger + 1 == math.mininteger",
    "math.min": "math.min(2, 1) == 1",
    "math.mininteger": "math.mininteger == -0x8000000000000000",
    "math.modf": "math.modf(-1.5) == -1.0 and select(2, math.modf(-1.5)) == -0.5",
    "math.pi": "math.pi > 3.14159 and math.pi < 3.1416",
    "math.pow": "math.pow(2, 3) == 8.0",
    "math.rad": "math.rad(180) == math.pi",
    "math.random": "math.random(3, 3) == 3 and math.random() < 1 and not pcall(math.random, 2, 1)",
    "math.randomseed":
      "(function() math.randomseed(5) local a = math.random(1 << 30) math.randomseed(5) return a == math.random(1 << 30) end)() "
      + "and select('#', math.randomseed()) == 0",
    "math.sin": "math.sin(0) == 0.0",
    "math.sinh": "math.sinh(0) == 0.0",
    "math.sqrt": "math.sqrt(9) == 3.0",
    "math.tan": "math.tan(0) == 0.0",
    "math.tanh": "math.tanh(0) == 0.0",
    "math.tointeger": "math.tointeger(3.0) == 3 and math.tointeger(3.5) == nil",
    "math.type": "math.type(1) == 'integer' and math.type(1.0) == 'float' and math.type('1') == nil",
    "math.ult": "math.ult(1, -1)",
  ]

  private static let system: [String: String] = [
    "os.clock":
      "(function(t) return t >= 0 and t < 5 and math.abs(t * 1000 - math.floor(t * 1000 + 0.5)) < 1e-6 end)(os.clock())",
    "os.date":
      "os.date('!%Y-%m-%dT%H:%M:%S %Z', 0) == '1970-01-01T00:00:00 UTC' and os.date('!*t', 0).wday == 5 "
      + "and not pcall(os.date, '%F', 1 << 60) and os.date('!%A', 0) == 'Thursday'",
    "os.difftime": "os.difftime(5, 3) == 2.0",
    "os.time":
      "os.time { year = 2026, month = 14, day = 1 } == os.time { year = 2027, month = 2, day = 1 } and math.type(os.time()) == 'integer' "
      + "and not pcall(os.time, { year = 20000, month = 1, day = 1 })",
    "package.config": "package.config:sub(1, 1) == '/'",
    "package.cpath": "package.cpath == ''",
    "package.loaded": "package.loaded.string == string and package.loaded._G == _G",
    "package.path": "type(package.path) == 'string'",
    "package.preload":
      "(function() package.preload.made = function(...) return { ... } end local m, data = require 'made' return m[1] == 'made' and data == ':preload:' end)()",
    "package.searchers":
      "(function() table.insert(package.searchers, 2, function(name) if name == 'own.thing' then return function(...) return "
      + "select(2, ...) end, 9 end return 'none of mine' end) return require 'own.thing' == 9 "
      + "and select(2, pcall(require, 'nowhere')):find('none of mine; there is no module', 1, true) ~= nil end)()",
  ]
}
