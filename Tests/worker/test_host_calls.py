"""Functions that the broker carries out."""

from checks import evaluate, fresh, raises, same, test
from worker import API, FUNCTIONS, Refused, ScriptError


@test
def a_refusal_is_raised_at_the_line():
    with fresh() as w:
        raises(lambda: w.load("local x = 1\nlocal y = cache.get('a')"), "cache.get is not available", "test.lua:2")
        w.load("print(pcall(cache.get, 'a'))  print(pcall(function() return cache.get('a') end))")
        same(w.logs[-2:], [("print", "false\ttest.lua:1: cache.get is not available"), ("print",
            "false\ttest.lua:1: cache.get is not available")])


@test
def an_error_says_whether_a_refusal_or_the_latest_failure_raised_it():
    refused = "cache.get is not available"
    decoding = "JSON, line 1, column 1: not a value"
    cases = [
        ("cache.get('a')", refused, "refusal"),
        ("local _, e = pcall(cache.get, 'a') error(e)", "test.lua:1: " + refused, "refusal"),
        ("local _, e = pcall(cache.get, 'a') json.decode('x') error(e, 0)", refused, "refusal"),
        ("coroutine.wrap(function() cache.get('a') end)()", "test.lua:1: " + refused, "refusal"),
        ("assert(json.decode('x'))", decoding, "failure"),
        ("local _, e = json.decode('x') error(tostring(e))", decoding, "failure"),
        ("pcall(cache.get, 'a') error('cache.get is not')", "cache.get is not", None),
        ("local _, e = pcall(cache.get, 'a') error('no: ' .. e)", "no: test.lua:1: " + refused, None),
        ("error('cache.get is not available', 0)", refused, None),
    ]
    for source, message, origin in cases:
        with fresh() as w:
            error = raises(lambda: w.load(source), message)
            same((source, error.fields.get("origin")), (source, origin))
    # A refusal of an earlier call raised nothing in this one.
    with fresh() as w:
        w.load("local _, kept = pcall(cache.get, 'a') function perform_update() error(kept, 0) end")
        same(raises(w.update, refused).fields.get("origin"), None)


@test
def arguments_that_cannot_be_sent():
    cases = [
        ("cache.set('a', print)", "cache.set: argument 2: a function cannot be stored"),
        ("cache.set('a', { x = { print } })", "cache.set: argument 2.x[1]: a function cannot be stored"),
        ("add { x = { y = print } }", "add: x.y: a function cannot be sent"),
        ("add(print)", "add: a function cannot be sent"),
        ("local t = {} for i = 1, 30000 do t[i] = i end add(t, t)",
         "add: argument 2[19999]: more than 50 000 values in one message"),
        ("local t = {} t.a = { b = t } cache.set('a', t)", "cache.set: argument 2.a.b: this table contains itself"),
        ("local t = 1 for _ = 1, 33 do t = { a = t } end cache.set('a', t)",
         "cache.set: argument 2.a.a.a ... .a: tables are nested deeper than the limit of 32"),
        ("cache.set { [true] = 1 }", "cache.set: argument 1: a key must be text or a position from 1 on, got a boolean"),
        ("cache.set('a', { [1.5] = 1 })",
         "cache.set: argument 2: a key must be text or a position from 1 on, got a number that is not an integer"),
        ("cache.set('a', { [0] = 1 })",
         "cache.set: argument 2: a key must be text or a position from 1 on, got a number below 1"),
        ("defaults.set('k', print)", "defaults.set: argument 2: a function cannot be stored"),
        ("defaults.suite('group.x').set('k', { print })", "defaults.set: argument 2[1]: a function cannot be stored"),
        ("defaults.set()", "defaults.set: key must be a string, got nil"),
        ("cache:get('a')", "write cache.get(...), with a dot"), ("json:encode {}", "write json.encode(...), with a dot"),
        ("json.parse '1'", 'there is no json.parse'), ("json.decod '1'", 'there is no json.decod; did you mean "decode"?'),
        ("fetch.al {}", 'there is no fetch.al; did you mean "all"?'), ("defaults.sett('a', 1)", 'there is no defaults.sett; did you mean "set"?'),
        ("json.decode(nil)", "json.decode: text must be a string, got nil"), ("json.decode(5)", "json.decode: text must be a string, got number"),
        ("json.encode({}, { prety = true })", 'json.encode has no option "prety"; did you mean "pretty"?'),
        ("json.encode({}, { pretty = 1 })", "json.encode: pretty must be a boolean, got number"),
        ("json.encode({}, true)", "json.encode: options must be a table, got boolean"),
        ("json.encode()", "json.encode: value: nil has no JSON; json.null has"),
        ("json.array(1)", "json.array: the list must be a table, got number"),
        ("json.array(setmetatable({}, {}))", "json.array: the table has a metatable"),
        ("defaults.register { f = print }", "defaults.register: f: a function cannot be stored"),
        ("defaults.register { f = { a = { print } } }", "defaults.register: f.a[1]: a function cannot be stored"),
        ("local t = {} t[1] = t defaults.register { f = t }",
         "defaults.register: f[1][1][1][1][1][1][1 ...: tables are nested deeper than the limit of 32"),
        ("add(('x'):rep(2 << 20))", "add: more than 1 MiB in one message"),
    ]
    for source, message in cases:
        with fresh({"defaults.get": lambda *a: None}) as w:
            raises(lambda: w.load("\n" + source), message, "test.lua:2")
            same([c for c in w.calls if c[0] != "defaults.get"], [])


@test
def host_calls_work_anywhere():
    handlers = {"add": lambda a, b: a + b}
    for body in ("return add(1, 2)",
                 "local ok, x = pcall(add, 1, 2) return x",
                 "return coroutine.wrap(function() return add(1, 2) end)()",
                 "local x table.sort({ 1, 2 }, function(a, b) x = add(1, 2) return a < b end) return x",
                 "return (('x'):gsub('.', function() return tostring(add(1, 2)) end))",
                 "return setmetatable({}, { __index = function() return add(1, 2) end }).x"):
        same(evaluate(body, handlers), "3")


@test
def cache():
    box = {}
    handlers = {
        "cache.get": lambda k: {"value": box[k], "age": 2.5} if k in box else None,
        "cache.set": lambda k, v, ttl=None: box.update({k: v, "ttl": ttl}),
    }
    same(evaluate("return cache.get('a')", handlers), "")
    box["a"] = False
    same(evaluate("return cache.get('a')", handlers), "false\t2.5")
    same(evaluate("return cache.remember('b', '1d', function() return { 7 } end)[1]", handlers), "7")
    same((box["b"], box["ttl"]), ([7], "1d"))
    same(evaluate("return cache.remember('b', '1d', error)[1]", handlers), "7")
    same(evaluate("return cache.remember('c', 5, function() end)", handlers), "nil")
    assert "c" not in box
    same(evaluate("return select(2, pcall(cache.remember, 'c', 5))", handlers),
        "test.lua:2: cache.remember: the third argument must be a function, got nil")


@test
def defaults():
    seen = []

    def record(name, result=None):
        def handler(*args):
            seen.append((name, *args))
            return result
        return handler

    handlers = {"defaults." + n: record(n) for n in ("get", "set", "remove")}
    handlers["defaults.all"] = record("all", {"x": 1})
    same(evaluate("""
      defaults.set("a", 1) defaults.set("a", nil) defaults.remove("b") defaults.register { c = 1 }
      local s = defaults.suite("group.x")
      s.set("a", 2) s:set("a", 3) s.get("q") s:get("q")
      return defaults.get("a", 5), s:get("a", 6), defaults.all().x, defaults.all().c, defaults:get("c", 7), s.get("c"),
        defaults.suite("group.x") == s""", handlers),
         "5\t6\t1\t1\t1\tnil\ttrue")
    same(seen, [("set", None, "a", 1), ("remove", None, "a"), ("remove", None, "b"), ("get", "group.x", "-"),
                ("set", "group.x", "a", 2), ("set", "group.x", "a", 3), ("get", "group.x", "q"), ("get", "group.x", "q"),
                ("get", None, "a"), ("get", "group.x", "a"), ("all", None), ("all", None), ("get", None, "c"), ("get",
                 "group.x", "c")])


@test
def fetch_requests():
    cases = [
        ("'https://x'", {"url": "https://x"}),
        ("'https://x', { method = 'PUT', body = 'b', timeout = 3, redirect = 'error' }",
         {"url": "https://x", "method": "PUT", "body": "b", "timeout": 3, "redirect": "error"}),
        ("'x', { cache = 'reload', fresh_for = '10m', usable_for = 60 }",
         {"url": "x", "cache": "reload", "fresh_for": "10m", "usable_for": 60}),
        ("'x', { headers = { Accept = 'a', N = 1 } }", {"url": "x", "headers": {"Accept": "a", "N": "1"}}),
        ("'x', { headers = { A = { 'b', 1 } } }", {"url": "x", "headers": {"A": ["b", "1"]}}),
        ("'x', { query = { q = 'a b&ž', a = { 1, 2 }, t = true } }", {"url": "x?a=1&a=2&q=a%20b%26%C5%BE&t=true"}),
        ("'x?y=1#f', { query = { q = 1 } }", {"url": "x?y=1&q=1#f"}),
        ("'x', { query = {} }", {"url": "x"}),
        ("'x', { json = { b = 1, a = { true } } }",
         {"url": "x", "method": "POST", "body": '{"a":[true],"b":1}', "headers": {"content-type": "application/json"}}),
        ("'x', { json = 1, headers = { ['Content-Type'] = 'text/x' }, method = 'PATCH' }",
         {"url": "x", "method": "PATCH", "body": "1", "headers": {"Content-Type": "text/x"}}),
        ("'x', { form = { a = 'b c', d = '&' } }",
         {"url": "x", "method": "POST", "body": "a=b%20c&d=%26",
          "headers": {"content-type": "application/x-www-form-urlencoded"}}),
        ("'x', { multipart = { b = 1, a = { body = 'luawidget-part-1', filename = 'a\"\\n.png', content_type = 'image/png' } } }",
         {"url": "x", "method": "POST", "headers": {"content-type": "multipart/form-data; boundary=luawidget-part-2"},
          "body": "--luawidget-part-2\r\nContent-Disposition: form-data; name=\"a\"; filename=\"a%22%0A.png\"\r\n"
                  "Content-Type: image/png\r\n\r\nluawidget-part-1\r\n--luawidget-part-2\r\n"
                  "Content-Disposition: form-data; name=\"b\"\r\n\r\n1\r\n--luawidget-part-2--\r\n"}),
        ("'x', { retry = 0, timeout = { connect = 1, total = '5s' } }",
         {"url": "x", "retry": 0, "timeout": {"connect": 1, "total": "5s"}}),
    ]
    for arguments, wanted in cases:
        seen = []
        with fresh({"fetch": lambda request: seen.append(request) or {"error": {"kind": "dns", "message": "no"}}}) as w:
            w.load("fetch(%s)" % arguments)
        same(seen, [wanted])


@test
def fetch_errors():
    cases = [
        ("fetch()", "fetch: url must be a string, got nil"),
        ("fetch({ 'x' })", "fetch: url must be a string, got table"),
        ("fetch('x', 3)", "fetch: options must be a table, got number"),
        ("fetch('x', { metod = 'GET' })", "fetch has no option \"metod\"; did you mean \"method\"?"),
        ("fetch('x', { cach = 'reload' })", "fetch has no option \"cach\"; did you mean \"cache\"?"),
        ("fetch('x', { cookies = {} })", "fetch has no option \"cookies\""),
        ("fetch('x', { headers = { a = {} } })", "fetch: headers.a must be a string or a list of strings, got table"),
        ("fetch('x', { headers = { a = { b = 'c' } } })", "fetch: headers.a must be a string or a list of strings, got table"),
        ("fetch('x', { headers = { a = print } })", "fetch: headers.a must be a string or a list of strings, got function"),
        ("fetch('x', { headers = { a = { 'b', true } } })", "fetch: headers.a[2] must be a string, got boolean"),
        ("fetch('x', { headers = { a = 'caf\\xe9' } })", "fetch: headers.a is not UTF-8; a header cannot hold other bytes"),
        ("fetch('x', { headers = { ['X-a'] = '1', ['x-A'] = '2' } })",
         "fetch: headers has both X-a and x-A; write one, with a list"),
        ("fetch('x', { headers = false })", "fetch: headers must be a table, got boolean"),
        ("fetch('x', { method = false })", "fetch: method must be a string, got boolean"),
        ("fetch('x', { multipart = { a = { body = 'x', name = 'zz' } } })", "fetch: multipart.a has no field \"name\""),
        ("fetch('x', { multipart = { a = { body = 'x', file_name = 'y' } } })",
         "fetch: multipart.a has no field \"file_name\"; did you mean \"filename\"?"),
        ("fetch('x', { multipart = { a = { body = 'x', filename = false } } })",
         "fetch: multipart.a.filename must be a string, got boolean"),
        ("fetch('x', { json = false, form = {} })", "fetch takes one of body, json, form and multipart"),
        ("fetch.all { 'x', 3 }", "fetch.all: requests[2]: url must be a string, got number"),
        ("fetch.all { 'x', nil, 'x' }", "fetch.all: requests[2]: url must be a string, got nil"),
        ("fetch.all { 'x', { timeout = 3 } }",
         "fetch.all: requests[2] needs a url, as in { url, timeout = 5 } or { url = url, timeout = 5 }, got nil"),
        ("fetch.all { 'x', { 'x', metod = 'GET' } }",
         "fetch.all: requests[2] has no option \"metod\"; did you mean \"method\"?"),
        ("fetch.all { 'x', { 'x', query = { a = print } } }",
         "fetch.all: requests[2]: query.a must be text, a number, a boolean or a list of them, got function"),
        ("fetch.all { 'x', timeout = 1 }",
         "fetch.all: requests must be a list, got the field 'timeout'; write it into a request: { url, timeout = 1 }"),
        ("fetch.all { 'x', other = 1 }", "fetch.all: requests must be a list, got the field 'other'"),
        ("fetch('x', { headers = { 'a' } })", "fetch: a name in headers must be a string, got number"),
        ("fetch('x', { body = 3 })", "fetch: body must be a string, got number"),
        ("fetch('x', { body = 'a', json = {} })", "fetch takes one of body, json, form and multipart"),
        ("fetch('x', { json = { a = print } })", "json.encode: value.a: a function has no JSON"),
        ("fetch('x', { multipart = { a = { filename = 'a' } } })", "fetch: multipart.a.body must be a string, got nil"),
        ("fetch('x', { multipart = { a = print } })", "fetch: multipart.a must be text or a table with body, got function"),
        ("fetch('x', { multipart = { a = { body = '', content_type = 'a\\nb' } } })",
         "fetch: multipart.a.content_type has a control character"),
        ("fetch('x', { query = { a = print } })",
         "fetch: query.a must be text, a number, a boolean or a list of them, got function"),
        ("fetch('x', { query = { 'a', b = 1 } })", "fetch: a name in query must be a string, got number"),
        ("fetch.all 'x'", "fetch.all: requests must be a table, got string"),
        ("fetch.all { { 'x', url = 'x' } }", "fetch.all: requests[1]: give the url once, as the first value or as url = ..."),
        ("fetch.all { { url = 3 } }",
         "fetch.all: requests[1] needs a url, as in { url, timeout = 5 } or { url = url, timeout = 5 }, got number"),
        ("fetch.all { 3 }", "fetch.all: requests[1]: url must be a string, got number"),
    ]
    for source, message in cases:
        with fresh() as w:
            raises(lambda: w.load("\nlocal function f() return %s end f()" % source), message, "test.lua:2")


@test
def fetch_answers():
    good = {"response": {"status": 200, "url": "https://x/", "headers": [["Content-Type", "a/b"], ["Set-X", "1"], ["set-x", "2"],
                         ["Set-Cookie", "a=1; Expires=Wed, 01 Jan 2030"], ["set-cookie", "b=2"]],
                         "body": b'{"a":[1,2.5,null]}', "source": "network", "age": 0}}
    bad = {"error": {"kind": "dns", "message": "no such host", "target": "x:443", "remedy": "check the name"}}
    both = {"fetch": lambda r: good if r["url"] == "good" else bad, "fetch.all": lambda rs: [good, bad]}
    cases = [
        ("return r.status, r.ok, r.url, r.source, r.age, r.body", '200\ttrue\thttps://x/\tnetwork\t0\t{"a":[1,2.5,null]}'),
        ("return r.headers['content-type'], r.headers['Content-Type'], r:header('SET-X'), r.headers.none, r.headers[1]",
         "a/b\ta/b\t1, 2\tnil\tnil"),
        ("return (r.headers['set-cookie']:gsub('\\n', '|'))", "a=1; Expires=Wed, 01 Jan 2030|b=2"),
        ("return r:json().a[2], r:json().a[3]", "2.5\tnull"),
        ("local r, err = fetch 'bad' return r, err.kind, err.message, err.target, err.remedy",
         "nil\tdns\tno such host\tx:443\tcheck the name"),
        ("local r, err = fetch 'bad' return tostring(err), 'a ' .. err, err .. 1, string.format('%s', err)",
         "no such host\ta no such host\tno such host1\tno such host"),
        ("local l = fetch.all { 'good', { 'bad', method = 'GET' } } return #l, l[1].response.status, l[1].error, "
         "l[2].response, l[2].error.kind",
         "2\t200\tnil\tnil\tdns"),
        ("return #fetch.all {}", "0"),
        ("return select(2, pcall(r.json))", "test.lua:2: write response:json(), with a colon"),
        ("return select('#', fetch 'good'), type(fetch), getmetatable(fetch), getmetatable(r)", "1\ttable\tfalse\tfalse"),
    ]
    for body, wanted in cases:
        same(evaluate("local r = fetch 'good' " + body, both), wanted)
    with fresh({"fetch": lambda r: bad}) as w:
        raises(lambda: w.load("local r, err = fetch 'x'\nerror(err)"), "no such host", "test.lua:2")
    with fresh({"fetch": lambda r: {"response": {"status": 404, "url": "x", "headers": [], "body": "<html>"}}}) as w:
        w.load("local r = fetch 'x' local v, err = r:json() print(r.ok, v, err, err.kind, err.line, err.column)")
        same(w.logs[-1][1], "false\tnil\tJSON, line 1, column 1: not a value\tdecode\t1\t1")


@test
def settings():
    with fresh() as w:
        w.load("print(settings.number, settings.list[2]) for k, v in pairs(settings) do print(k) end",
               {"number": "LY315", "list": [1, 2]})
        same(w.logs[0][1], "LY315\t2")
        same(sorted(l[1] for l in w.logs[1:]), ["list", "number"])
        raises(lambda: w.load("\nprint(settings.nubmer)", {"number": 1}),
            "there is no setting 'nubmer'; did you mean \"number\"?", "test.lua:2")
        raises(lambda: w.load("\nsettings.a = 1", {}), "settings are read only", "test.lua:2")
        raises(lambda: w.load("\nprint(settings[1])", {}), "there is no setting '1'", "test.lua:2")


@test
def refresh_after_uses_the_duration_that_the_broker_parsed():
    def parse(delay):
        if delay == "soon":
            raise Refused("refresh_after: not a duration")
        return 0.5
    with fresh({"refresh_after": parse}) as w:
        same(w.load("refresh_after '500ms'")["refresh_after"], 0.5)
        same(w.calls, [("refresh_after", ["500ms"])])
    with fresh({"refresh_after": parse}) as w:
        raises(lambda: w.load("\nrefresh_after 'soon'"), "refresh_after: not a duration", "test.lua:2")


@test
def sizes():
    cases = [
        ("preferred_size(1)", "preferred_size: height must be a number of points, 0 or more, got nil"),
        ("preferred_size(-1, 0)", "preferred_size: width must be a number of points, 0 or more, got number -1"),
        ("preferred_size(1/0, 0)", None), ("preferred_size('1', 0)", None),
        ("has_content 'no'", "has_content: the argument must be a boolean, got string"),
    ]
    for source, message in cases:
        with fresh() as w:
            try:
                w.load("\n" + source)
                raise AssertionError("no error: " + source)
            except ScriptError as error:
                same(error.place, "test.lua:2")
                if message:
                    same(error.fields["message"], message)
    same(evaluate("preferred_size(3, 4) return preferred_size()"), "3\t4")


def module_source(sources):
    """Handles `module.source` as the broker does; a name that ends in /init is an init.lua."""
    def source(name):
        files = ["test/%s.lua" % name.replace(".", "/"), "test/%s/init.lua" % name.replace(".", "/")]
        for key, file in ((name, files[0]), (name + "/init", files[1])):
            if key in sources:
                return {"source": sources[key], "chunk": file}
        return {"missing": files}
    return {"module.source": source}


@test
def modules():
    sources = {
        "times": "local t = {} function t.now() return 7 end return t",
        "a": "return require 'b'", "b": "return require 'a'",
        "deep.one": "count = (count or 0) + 1",
        "bad": "\nlocal x =",
        "boom": "\nerror 'boom'",
        "Capital-1": "return { name = ..., file = select(2, ...) }",
        "folder/init": "return 'the folder'",
        "no": "return false",
        "own": "package.loaded[...] = 'set by itself'",
    }
    with fresh(module_source(sources)) as w:
        w.load("print(require('times').now(), require 'times' == require 'times', require 'deep.one', require 'deep.one', count)")
        same(w.logs[-1][1], "7\ttrue\ttrue\ttrue\t1")
        same(len([c for c in w.calls if c[1] == ["times"]]), 1)
        w.load("print(require 'folder') print(require 'Capital-1'.name, require 'Capital-1'.file, (require 'own'))")
        same([text for _, text in w.logs[-2:]], ["the folder\ttest/folder/init.lua", "Capital-1\ttest/Capital-1.lua\tset by itself"])
        raises(lambda: w.load("require 'none'"),
               "require: there is no module 'none' in the widget's folder (tried test/none.lua and test/none/init.lua)",
               "test.lua:1")
        raises(lambda: w.load("require 'a'"), "require: 'a' requires itself", "test/b.lua:1")
        raises(lambda: w.load("require 'bad'"), "unexpected symbol near <eof>", "test/bad.lua:2")
        raises(lambda: w.load("require 'boom'"), "boom", "test/boom.lua:2")
        count = len(w.calls)
        for name in ("../x", "a..b", ".a", "a.", "", "a/b", "a b", "a\\0", "é"):
            try:
                w.load("require '%s'" % name)
                raise AssertionError(name)
            except ScriptError as error:
                assert "is not a module name" in error.fields["message"], error.fields
        same(len(w.calls), count)


@test
def package_table():
    cases = [
        ("return require 'string' == string, require 'table' == table, require 'math' == math, require 'utf8' == utf8", "true\ttrue\ttrue\ttrue"),
        ("return require 'coroutine' == coroutine, require 'os' == os, require 'io' == io, require 'debug' == debug", "true\ttrue\ttrue\ttrue"),
        ("return require '_G' == _G, require 'package' == package, package.loaded.package == package", "true\ttrue\ttrue"),
        ("package.preload.made = function(...) return { ... } end local m, data = require 'made' return m[1], m[2], data",
         "made\t:preload:\t:preload:"),
        ("package.loaded.ready = 5 return require 'ready'", "5"),
        ("package.preload.bad = 3 return pcall(require, 'bad')", "false\trequire: package.preload['bad'] must be a function, got number"),
        ("return pcall(require, 'socket')", "false\trequire: there is no module 'socket' in the widget's folder "
         "(tried test/socket.lua and test/socket/init.lua)"),
    ]
    for body, wanted in cases:
        same((body, evaluate(body, module_source({})).replace("test.lua:2: ", "")), (body, wanted))


# Libraries in common shapes, loaded as they are.
LIBRARIES = {
    # A class library that is callable and sets metamethods by name.
    "classic": """
        local Object = {}
        Object.__index = Object
        function Object:new() end
        function Object:extend()
          local cls = {}
          for k, v in pairs(self) do if k:find("__") == 1 then cls[k] = v end end
          cls.__index = cls
          cls.super = self
          setmetatable(cls, self)
          return cls
        end
        function Object:is(T)
          local mt = getmetatable(self)
          while mt do if mt == T then return true end mt = getmetatable(mt) end
          return false
        end
        function Object:__call(...)
          local obj = setmetatable({}, self)
          obj:new(...)
          return obj
        end
        return Object""",
    # Printing of tables: captures the library's functions, tests for optional ones.
    "inspect": """
        local _tl_compat; if (tonumber((_VERSION or ''):match('[%d.]*$')) or 0) < 5.3 then
          local p, m = pcall(require, 'compat53.module'); if p then _tl_compat = m end end
        local math = _tl_compat and _tl_compat.math or math
        local inspect = { _VERSION = 'inspect' }
        inspect.KEY = setmetatable({}, { __tostring = function() return 'inspect.KEY' end })
        local function rec(v, out)
          if type(v) == 'string' then out[#out + 1] = string.format('%q', v)
          elseif type(v) == 'table' then
            out[#out + 1] = '{'
            local keys = {}
            for k in pairs(v) do keys[#keys + 1] = k end
            table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
            for i, k in ipairs(keys) do if i > 1 then out[#out + 1] = ', ' end out[#out + 1] = tostring(k) .. ' = ' rec(v[k], out) end
            out[#out + 1] = '}'
          else out[#out + 1] = tostring(v) end
        end
        setmetatable(inspect, { __call = function(_, root) local out = {} rec(root, out) return table.concat(out) end })
        return inspect""",
    # A library in a folder with several parts, compatibility code and a changed package.path.
    "pl/init": """
        local prefix = (...)
        package.path = package.path .. ';./?/?.lua'
        local dirsep = package.config:sub(1, 1)
        local compat = require(prefix .. '.compat')
        local List = require(prefix .. '.List')
        return { List = List, dirsep = dirsep, lua51 = compat.lua51, has_debug = debug.getinfo ~= nil, has_io = io.open ~= nil }""",
    "pl.compat": """
        local compat = {}
        compat.lua51 = _VERSION == 'Lua 5.1'
        compat.unpack = rawget(_G, 'unpack') or table.unpack
        compat.load = load
        compat.jit = rawget(_G, 'jit') ~= nil
        if not table.pack then function table.pack(...) return { n = select('#', ...), ... } end end
        collectgarbage('setpause', 150)
        collectgarbage()
        return compat""",
    "pl.List": """
        local List = setmetatable({}, { __call = function(class, t) return setmetatable(t or {}, class) end })
        List.__index = List
        function List:append(x) self[#self + 1] = x return self end
        function List:map(f) local r = List() for i, x in ipairs(self) do r[i] = f(x) end return r end
        List.__tostring = function(self) return '{' .. table.concat(self, ',') .. '}' end
        return List""",
    # Registers itself and returns nothing; defines a global as old modules did.
    "old": """
        local name = ...
        local M = {}
        _G[name] = M
        package.loaded[name] = M
        function M.twice(x) return x * 2 end""",
}


@test
def libraries_load_unchanged():
    cases = [
        ("local O = require 'classic' local P = O:extend() function P:new(x) self.x = x end local Q = P:extend() "
         "local q = Q(5) return q.x, q:is(P), q:is(O), q:is(require 'inspect')", "5\ttrue\ttrue\tfalse"),
        ("return require 'inspect' { a = 1, b = { 'x' } }", '{a = 1, b = {1 = "x"}}'),
        ("local pl = require 'pl' return tostring(pl.List { 1, 2 }:append(3):map(function(x) return x * x end)), pl.dirsep, pl.lua51, "
         "pl.has_debug, pl.has_io", "{1,4,9}\t/\tfalse\tfalse\tfalse"),
        ("require 'old' return old.twice(4), require 'old' == old", "8\ttrue"),
    ]
    for body, wanted in cases:
        same((body, evaluate(body, module_source(LIBRARIES))), (body, wanted))


@test
def logs():
    with fresh() as w:
        w.load("print('a', 1, nil, {}, print) log.debug 'd' log.info('i', 2) log.warning 'w' log.error 'e' "
               "print('\\xff') print()")
        same(w.logs, [("print", "a\t1\tnil\ttable\tfunction"), ("debug", "d"), ("info", "i\t2"), ("warning", "w"), ("error", "e"),
                      ("print", b"\xff"), ("print", "")])
        w.logs.clear()
        w.load("for i = 1, 500 do print(i) end")
        same(len(w.logs), 200)
        same(w.logs[-1], ("warning", "more than 200 lines in one call: the rest is dropped"))
        w.logs.clear()
        # The broker masks secrets and then cuts at 1 KiB: it gets enough for a secret beginning within the limit.
        w.load("print(('ž'):rep(400000))")
        same(w.logs, [("print", "ž" * ((1024 + 4096 * 108 + 128) // 2))])


@test
def null_is_a_value_of_its_own():
    box = {}

    def set_value(key, value, ttl=None, is_null=False):
        box[key] = value
        same(is_null, value is None)

    handlers = {"cache.set": set_value, "cache.get": lambda k: {"value": box[k], "age": 1} if k in box else None,
                "defaults.set": lambda suite, k, v, is_null=False: set_value(k, v, None, is_null),
                "defaults.get": lambda suite, k: {"value": box[k]} if k in box else None}
    same(evaluate("""
      local calls = 0
      for _ = 1, 3 do cache.remember("a", "1h", function() calls = calls + 1 return json.null end) end
      defaults.set("b", json.null)
      return calls, cache.get("a") == json.null, defaults.get("b", 5) == json.null""", handlers), "1\ttrue\ttrue")


@test
def registered_values_are_copies():
    same(evaluate("""
      local t = { a = { 1 } }
      defaults.register { t = t, n = json.null }
      t.a[1] = 2
      defaults.get("t").a[1] = 3
      defaults.all().t.a[1] = 4
      return defaults.get("t").a[1], defaults.get("n") == json.null""",
                  {"defaults.get": lambda *a: None, "defaults.all": lambda *a: {}}), "1\ttrue")


@test
def query_and_form():
    cases = [
        ("{ d = 2^53, e = 1e15, f = 1.0, g = 0.1, h = -0.0, i = 1e300, j = 1 << 62 }",
         "d=9007199254740992&e=1000000000000000&f=1&g=0.1&h=0&i=1e%2B300&j=4611686018427387904"),
        ("{ a = { 'x', 1, true }, b = {} }", "a=x&a=1&a=true"),
    ]
    for fields, wanted in cases:
        seen = []
        with fresh({"fetch": lambda request: seen.append(request) or {"error": {"kind": "dns", "message": "no"}}}) as w:
            w.load("fetch('x', { query = %s }) fetch('x', { form = %s })" % (fields, fields))
        same([seen[0]["url"], seen[1]["body"]], ["x?" + wanted, wanted])
    kinds = "must be text, a number, a boolean or a list of them, got "
    errors = [
        ("{ a = { b = 1 } }", "query.a " + kinds + "a table with names"), ("{ a = { 1, nil, 3 } }", "query.a " + kinds + "a table with names"),
        ("{ a = { 1, { 2 } } }", "query.a[2] " + kinds + "table"), ("{ a = 0/0 }", "query.a " + kinds + "number nan"),
        ("{ a = { 1/0 } }", "query.a[1] " + kinds + "number inf"), ("{ a = json.null }", "query.a " + kinds + "json.null"),
        ("{ a = coroutine.create(print) }", "query.a " + kinds + "thread"), ("{ a = print }", "query.a " + kinds + "function"),
    ]
    for fields, message in errors:
        with fresh() as w:
            raises(lambda: w.load("\nfetch('x', { query = %s })" % fields), "fetch: " + message, "test.lua:2")


@test
def long_arguments_are_sent_in_parts():
    parts = []

    def take(part, place):
        parts.append((len(part), place))

    handlers = {"argument.part": take, "hash.sha256": lambda t: "%d" % len(t), "url.parse": lambda t: {"value": len(t)},
                "fetch": lambda r: {"error": {"kind": "dns", "message": str(len(r["body"]))}}}
    functions = {**FUNCTIONS, "hash.sha256": {"served": True, "forwarded": True, "long_argument": 1}}
    half = 512 * 1024
    with fresh(handlers, api={**API, "functions": functions}, memory=64 << 20) as w:
        w.load("print(hash.sha256(('x'):rep(%d)), url.parse(('x'):rep(%d)), (select(2, fetch('x', { body = ('x'):rep(%d) }))))"
               % (half, half + 5, 2 * half + 7))
        same(w.logs[-1][1], "%d\t5\t7" % half)
        same(parts, [(half, 1), (half, 1), (half, 1)])
        w.load("print(url.parse(('x'):rep((4 << 20) + 1)))")
        same(w.logs[-1][1], "nil\turl.parse: the text is larger than 4 MiB")
        raises(lambda: w.load("hash.sha256(('x'):rep((4 << 20) + 1))"), "hash.sha256: the text is larger than 4 MiB")


@test
def of_a_body_that_does_not_fit_only_the_size_is_sent():
    sent = []

    def reply(request):
        sent.append((len(request.get("body", "")), request.get("omitted_body"), request["method"]))
        return {"error": {"kind": "too_large", "message": "x"}}

    handlers = {"argument.part": lambda *part: None, "fetch": reply, "fetch.all": lambda requests: [reply(r) for r in requests]}
    with fresh(handlers, memory=128 << 20) as w:
        w.load("fetch('x', { body = ('x'):rep((4 << 20) + 1) })")
        w.load("local t = ('x'):rep(3 << 20) fetch('x', { json = { t, t, t, 1 } })")
        w.load("local r = { 'x', body = ('x'):rep(3 << 20) } fetch.all { r, r, { 'x', body = 'xyz' } }")
        same(sent[:2], [(0, (4 << 20) + 1, "POST"), (0, 8 << 20, "POST")])
        same([size for _, size, _ in sent[2:]], [None, 3 << 20, None])
        same(sent[4][0], 3)


@test
def a_url_and_headers_beyond_every_limit_are_cut():
    sent = []

    def reply(request):
        headers = request.get("headers", {})
        sent.append((len(request["url"]), sum(len(v) if isinstance(v, str) else sum(map(len, v)) for v in headers.values())))
        return {"error": {"kind": "protocol", "message": "x"}}

    with fresh({"fetch": reply}, memory=64 << 20) as w:
        w.load("fetch(('x'):rep(2 << 20), { headers = { a = ('x'):rep(2 << 20), b = ('y'):rep(2 << 20) } })")
        w.load("fetch('x', { headers = { a = ('\\u{e9}'):rep(1 << 20) } })")
        w.load("local t = {} for i = 1, 60000 do t[i] = 'y' end fetch('x', { headers = { a = t } })")
        same(sent[0], (131072, 131072))
        same(sent[1], (1, 65536))
        same(sent[2][1] < 30000, True)


@test
def bodies_of_one_call_share_a_message():
    sent = []

    def take(part, place):
        sent.append((place, len(part)))

    def reply(requests):
        sent.extend((i + 1, len(r["body"])) for i, r in enumerate(requests))
        return [{"error": {"kind": "dns", "message": "x"}} for _ in requests]

    with fresh({"argument.part": take, "fetch.all": reply}, memory=64 << 20) as w:
        w.load("local r = { 'x', body = ('x'):rep(400000) } fetch.all { r, r, r, r, r }")
        same([sum(size for place, size in sent if place == i) for i in range(1, 6)], [400000] * 5)


@test
def parts_of_a_call_that_failed_are_dropped():
    calls = []

    def take(*part):
        calls.append(("part",) if part else ("drop",))

    handlers = {"argument.part": take, "hash.sha256": lambda t: calls.append(("sha256", len(t))) or "",
                "text.two": lambda a, b: calls.append(("two", len(a), len(b))) or ""}
    functions = {**FUNCTIONS, "hash.sha256": {"served": True, "forwarded": True, "long_argument": 1},
                 "text.two": {"served": True, "forwarded": True, "long_argument": 2}}
    with fresh(handlers, api={**API, "functions": functions}, memory=64 << 20) as w:
        # The first argument can't be sent, after the parts of the second.
        w.load("assert(not pcall(text.two, print, ('x'):rep(600000))) hash.sha256('x')")
        same(calls, [("part",), ("drop",), ("sha256", 1)])
