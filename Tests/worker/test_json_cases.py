"""JSON by RFC 8259: what must be accepted, what must be refused, and where. Each document goes through the real worker."""

from checks import fresh, raises, same, test

# Documents, and json.encode's text for json.decode's result.
ACCEPTED = [
    # Structure and white space.
    (b"[]", "[]"), (b"{}", "{}"), (b" [ ] ", "[]"), (b"\t\n\r [1]\r\n\t ", "[1]"), (b"[[]]", "[[]]"), (b"[[],[[]]]", "[[],[[]]]"),
    (b"[1,2,3]", "[1,2,3]"), (b"[1 , 2\n,\t3]", "[1,2,3]"), (b'{"a":[]}', '{"a":[]}'), (b'{"a" : 1 , "b" : 2}', '{"a":1,"b":2}'),
    (b'{"b":1,"a":2}', '{"a":2,"b":1}'), (b'{"":0}', '{"":0}'), (b'{"":{"":{}}}', '{"":{"":{}}}'), (b'{"a":1,"a":2}', '{"a":2}'),
    (b'{"1":1}', '{"1":1}'), (b'{"a":null}', '{"a":null}'), (b"[null,null]", "[null,null]"), (b"[null]", "[null]"),
    (b'\xef\xbb\xbf{"a":1}', '{"a":1}'),
    # Scalars at the top.
    (b"true", "true"), (b"false", "false"), (b"null", "null"), (b"0", "0"), (b'"a"', '"a"'), (b'""', '""'), (b" 1 ", "1"),
    # Integers.
    (b"-1", "-1"), (b"-0", "0"), (b"123456789", "123456789"), (b"9223372036854775807", "9223372036854775807"),
    (b"-9223372036854775808", "-9223372036854775808"), (b"4611686018427387905", "4611686018427387905"),
    (b"9007199254740993", "9007199254740993"), (b"-9007199254740993", "-9007199254740993"),
    # Anything 64 bits can't hold is a float.
    (b"9223372036854775808", "9.223372036854776e+18"), (b"-9223372036854775809", "-9.223372036854776e+18"),
    (b"18446744073709551615", "1.8446744073709552e+19"), (b"18446744073709551616", "1.8446744073709552e+19"),
    (b"100000000000000000000", "1e+20"), (b"123456789012345678901234567890", "1.2345678901234568e+29"),
    # Floats.
    (b"1.0", "1.0"), (b"-0.0", "-0.0"), (b"0.0", "0.0"), (b"0e0", "0.0"), (b"-0e5", "-0.0"), (b"1e2", "100.0"), (b"1E2", "100.0"),
    (b"1e+2", "100.0"), (b"1e-2", "0.01"), (b"1E-2", "0.01"), (b"1.5e3", "1500.0"), (b"0.1", "0.1"), (b"0.5", "0.5"),
    (b"3.141592653589793", "3.141592653589793"), (b"1e22", "1e+22"), (b"1e23", "1e+23"), (b"123e-7", "1.23e-05"),
    (b"1e00000000000002", "100.0"), (b"1e-10000", "0.0"), (b"-1e-10000", "-0.0"), (b"5e-324", "5e-324"),
    (b"2.2250738585072011e-308", "2.225073858507201e-308"), (b"1.7976931348623157e308", "1.7976931348623157e+308"),
    (b"0." + b"0" * 400 + b"1", "0.0"), (b"1" + b"0" * 300, "1e+300"), (b"9007199254740993.0", "9007199254740992.0"),
    (b"0.000000000000000000000000000000000000000000000000000000000000001", "1e-63"),
    # Strings.
    (b'"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\"\\\\/\\b\\f\\n\\r\\t"'), (b'"\\u0041"', '"A"'), (b'"\\u0000"', '"\\u0000"'),
    (b'"\\u001f"', '"\\u001f"'), (b'"\x7f"', '"\\u007f"'), (b'"\\u00e9"', '"é"'), (b'"\\u00E9"', '"é"'), (b'"\\u20AC"', '"€"'),
    (b'"\\uD83D\\uDE00"', '"😀"'), (b'"\\ud800\\udc00"', '"\U00010000"'), (b'"\\udbff\\udfff"', '"\U0010ffff"'),
    ('"é€😀"'.encode(), '"é€😀"'), ('"\u2028\u2029"'.encode(), '"\u2028\u2029"'), ('"\ufeff"'.encode(), '"\ufeff"'),
    (b'"\\uFFFF"', '"\uffff"'), ('"\U0010ffff"'.encode(), '"\U0010ffff"'), (b'"a/*b*/c//"', '"a/*b*/c//"'), (b'"\\\\u0041"', '"\\\\u0041"'),
    (b'{"\\u0061":1}', '{"a":1}'), (b'{"a\\u0000b":1}', '{"a\\u0000b":1}'), (b'"' + b"x" * 500 + b'"', '"' + "x" * 500 + '"'),
    # Depth.
    (b"[" * 128 + b"1" + b"]" * 128, "[" * 128 + "1" + "]" * 128),
]

# Documents, and the line, the column and the reason. Columns count characters.
REFUSED = [
    (b"", 1, 1, "there is no value"), (b" \n ", 2, 2, "there is no value"), (b"\xef\xbb\xbf", 1, 1, "there is no value"),
    # Structure.
    (b"[", 1, 2, None), (b"]", 1, 1, "not a value"), (b"{", 1, 2, None), (b"}", 1, 1, "not a value"), (b"[1", 1, 3, None),
    (b"[1,", 1, 4, None), (b"[1,]", 1, 4, "not a value"), (b"[,1]", 1, 2, "not a value"), (b"[,]", 1, 2, None), (b"[1,,2]", 1, 4, None),
    (b"[1 2]", 1, 4, "a comma or ] is missing"), (b"[1}", 1, 3, "a comma or ] is missing"), (b"[1:2]", 1, 3, None), (b"[1;2]", 1, 3, None),
    (b"[1]]", 1, 4, "something follows the value"), (b"1 2", 1, 3, "something follows the value"), (b"[]\n[]", 2, 1, None),
    (b"1,", 1, 2, None), (b"{}}", 1, 3, None), (b'{"a"}', 1, 5, "a colon is missing after the key"), (b'{"a":}', 1, 6, "not a value"),
    (b'{"a" 1}', 1, 6, "a colon is missing after the key"), (b'{"a"::1}', 1, 6, None), (b'{"a":1,}', 1, 8, None),
    (b'{"a":1,,"b":2}', 1, 8, None), (b'{,}', 1, 2, None), (b'{"a":1 "b":2}', 1, 8, "a comma or } is missing"), (b'{"a":1', 1, 7, None),
    (b'{"a":', 1, 6, None), (b'{"a"', 1, 5, None), (b'{"a', 1, 4, "a string is not closed"), (b"{1:1}", 1, 2, None), (b"{a:1}", 1, 2, None),
    (b"{null:1}", 1, 2, None), (b"{'a':1}", 1, 2, None), (b'{"a":1]', 1, 7, None), (b'{[1]:1}', 1, 2, None), (b"[*]", 1, 2, None),
    (b"<null>", 1, 1, None), (b"[1]x", 1, 4, None), (b'{"a":"b"}#', 1, 10, None),
    # Comments, and characters that JSON doesn't count as white space.
    (b"/**/1", 1, 1, None), (b"1//", 1, 2, None), (b"[1,/*x*/2]", 1, 4, None), (b"# x\n1", 1, 1, None), (b"[\x0b1]", 1, 2, None),
    (b"[\x0c]", 1, 2, None), (b"\xc2\xa01", 1, 1, None), (b"\xe2\x80\xa81", 1, 1, None), (b"[\xef\xbb\xbf]", 1, 2, None),
    # NUL, other encodings.
    (b"\x00", 1, 1, None), (b"1\x00", 1, 2, "a NUL character"), (b"[1]\x00[2]", 1, 4, None), (b"[\x001]", 1, 2, None), (b'"a\x00b"', 1, 3, None),
    (b"\xff\xfe1\x00", 1, 1, None), (b"\x00[\x00]", 1, 1, None),
    # Words.
    (b"tru", 1, 4, None), (b"True", 1, 1, None), (b"TRUE", 1, 1, None), (b"nul", 1, 4, None), (b"nulll", 1, 5, None), (b"undefined", 1, 1, None),
    (b"NaN", 1, 1, None), (b"nan", 1, 2, None), (b"Infinity", 1, 1, None), (b"-Infinity", 1, 2, None), (b"inf", 1, 1, None), (b"nil", 1, 2, None),
    # Numbers.
    (b"+1", 1, 1, None), (b"-", 1, 2, None), (b"--1", 1, 2, None), (b"- 1", 1, 2, None), (b"01", 1, 2, None), (b"-01", 1, 3, None),
    (b"00", 1, 2, None), (b".5", 1, 1, None), (b"-.5", 1, 2, None), (b"1.", 1, 3, "digits are missing after the point"), (b"1.e2", 1, 3, None),
    (b"1e", 1, 3, "digits are missing in the exponent"), (b"1e+", 1, 4, None), (b"1e1.5", 1, 4, None), (b"1.2.3", 1, 4, None), (b"0x10", 1, 2, None),
    (b"1_000", 1, 2, None), (b"1,000", 1, 2, None), (b"1e999", 1, 1, "a number is too large"), (b"-1e999", 1, 1, "a number is too large"),
    (b"[1,\n 1e400]", 2, 2, "a number is too large"), (b"1" + b"0" * 400, 1, 1, "a number is too large"), (b"1f", 1, 2, None), (b"1L", 1, 2, None),
    (b"0e", 1, 3, None), (b"2.", 1, 3, None), ("１".encode(), 1, 1, None), (b"1e99999999999999999999", 1, 1, "a number is too large"),
    # Strings.
    (b'"', 1, 2, None), (b'"a', 1, 3, "a string is not closed"), (b"'a'", 1, 1, None), (b"a", 1, 1, None), (b'"\n"', 1, 2, None),
    (b'"\t"', 1, 2, "a string is not UTF-8, or contains a control character"), (b'"\x1f"', 1, 2, None), (b'"a""b"', 1, 4, None), (b'"\\', 1, 2, None), (b'"\\"', 1, 4, None),
    (b'"\\a"', 1, 2, "an unknown escape in a string"), (b'"\\x41"', 1, 2, None), (b'"\\\'"', 1, 2, None), (b'"\\0"', 1, 2, None),
    (b'"\\U0041"', 1, 2, None), (b'"\\u"', 1, 2, None), (b'"\\u004"', 1, 2, None), (b'"\\u00g1"', 1, 2, None), (b'"\\u 041"', 1, 2, None),
    (b'"\\u{41}"', 1, 2, None), (b'"\\u+041"', 1, 2, None),
    # Ill-formed UTF-8: a lone byte, cut short, too long a form, a surrogate, beyond U+10FFFF.
    (b'"\xff"', 1, 2, "a string is not UTF-8, or contains a control character"), (b'"\x80"', 1, 2, None), (b'"\xc3"', 1, 2, None),
    (b'"\xe2\x82"', 1, 2, None), (b'"\xf0\x9f\x98"', 1, 2, None), (b'"\xc0\xaf"', 1, 2, None), (b'"\xe0\x80\xaf"', 1, 2, None),
    (b'"\xf0\x80\x80\xaf"', 1, 2, None), (b'"\xed\xa0\x80"', 1, 2, None), (b'"\xed\xa0\xbd\xed\xb8\x80"', 1, 2, None), (b'"\xf4\x90\x80\x80"', 1, 2, None),
    (b'"\xf8\x88\x80\x80\x80"', 1, 2, None), (b'"\xfe"', 1, 2, None), (b'{"\xff":1}', 1, 3, None), (b"[\xff]", 1, 2, None),
    # Depth.
    (b"[" * 129 + b"]" * 129, 1, 129, "nested more than 128 deep"), (b'{"a":' * 129 + b"1" + b"}" * 129, 1, 641, "nested more than 128 deep"),
    (b"[" * 100000, 1, None, "nested more than 128 deep"), (b'[{"":' * 50000, 1, None, "nested more than 128 deep"),
    # Lines and columns.
    (b'{\n  "a": 1,\n  "b": x\n}', 3, 8, "not a value"), (b'[\r\n1,\r\n?]', 3, 1, None), ('["é€😀",\n "é", ?]'.encode(), 2, 7, None),
    ('"é€😀" ?'.encode(), 1, 7, None),
]


def lua(text):
    """Bytes as a Lua string."""
    return '"' + "".join("\\%03d" % byte for byte in text) + '"'


def each(documents):
    """What the worker prints for each document, in a few loads rather than one a document."""
    shown = []
    for start in range(0, len(documents), 40):
        parts = documents[start:start + 40]
        # Long ones are repeated by the script itself.
        with fresh() as w:
            w.load("function perform_update() for _, text in ipairs(list) do local v, err = json.decode(text) "
                   "if err then print(err.kind, err.line, err.column, err.message) else print(json.encode(v)) end end "
                   "return update_result.no_data end list = {" + ",".join(map(short, parts)) + "}")
            w.update()
            shown += [text for _, text in w.logs]
    same(len(shown), len(documents))
    return shown


def short(text):
    for unit in [b"[", b'[{"":']:
        if len(text) > 5000 and text == unit * (len(text) // len(unit)):
            return "(%s):rep(%d)" % (lua(unit), len(text) // len(unit))
    return lua(text)


@test
def json_accepts_what_the_rfc_allows():
    wrong = [(text[:60], shown[:80], wanted[:80]) for (text, wanted), shown in zip(ACCEPTED, each([text for text, _ in ACCEPTED]))
             if shown != wanted]
    assert not wrong, "\n" + "\n".join(map(str, wrong))


@test
def json_refuses_everything_else_with_its_place():
    wrong = []
    for (text, line, column, reason), shown in zip(REFUSED, each([case[0] for case in REFUSED])):
        parts = shown.split("\t")
        good = len(parts) == 4 and parts[0] == "decode" and parts[1] == str(line)
        good = good and column in (None, int(parts[2])) and (reason is None or parts[3].endswith(": " + reason))
        good = good and parts[3].startswith("JSON, line %s, column %s: " % (parts[1], parts[2]))
        if not good:
            wrong.append((text[:60], line, column, reason, shown[:120]))
    assert not wrong, "\n" + "\n".join(map(str, wrong))


@test
def json_control_characters_are_refused_wherever_they_stand():
    """The reader takes many bytes at once: every character at every place of a string longer than that."""
    with fresh(budgets={"load": 5000, "update": 5000, "action": 500, "content": 100}) as w:
        w.load("""function perform_update()
          for code = 0, 31 do
            for place = 0, 40 do
              local v, err = json.decode('["' .. ('x'):rep(place) .. string.char(code) .. ('y'):rep(40 - place) .. '"]')
              if v or err.line ~= 1 or err.column ~= place + 3 then print(code, place, v, err) end
            end
          end
          for place = 0, 40 do
            local before, after = ('x'):rep(place), ('y'):rep(40 - place)
            for escape, char in pairs { ['\\\\n'] = '\\n', ['\\\\"'] = '"', ['\\\\\\\\'] = '\\\\', ['é'] = 'é', ['\\\\u00e9'] = 'é', ['\\127'] = '\\127' } do
              local v = json.decode('["' .. before .. escape .. after .. '"]')
              if not v or v[1] ~= before .. char .. after then print(place, escape) end
            end
            local v, err = json.decode('["' .. before .. '\\xff' .. after .. '"]')
            if v or err.column ~= place + 3 then print('byte', place, err) end
            v, err = json.decode('["' .. before .. '\\\\udc00' .. after .. '"]')
            if not v or v[1] ~= before .. '\\u{FFFD}' .. after then print('surrogate', place, err) end
          end
          print 'done'
          return update_result.no_data end""")
        w.update()
        same([text for _, text in w.logs], ["done"])


@test
def json_containers_of_every_size():
    """Small ones are made at their close, large ones grow."""
    with fresh(budgets={"load": 5000, "update": 5000, "action": 500, "content": 100}) as w:
        w.load("""function perform_update()
          for n = 0, 200 do
            local list, record = {}, {}
            for i = 1, n do
              list[i] = i % 7 == 0 and '[' .. i .. ']' or tostring(i)
              record[i] = ('"k%d":0,"k%d":%d'):format(i, i, i)
            end
            local v = json.decode('{"list":[' .. table.concat(list, ',') .. '],"record":{' .. table.concat(record, ',') .. '},"end":1}')
            if #v.list ~= n or v['end'] ~= 1 then print('size', n) end
            for i = 1, n do
              local e = v.list[i]
              if (type(e) == 'table' and e[1] or e) ~= i or v.record['k' .. i] ~= i then print(n, i) end
            end
          end
          local nested = ('{"a":[1,'):rep(63) .. '{}' .. (']}'):rep(63)
          if json.encode(json.decode(nested)) ~= nested then print 'nested' end
          print 'done'
          return update_result.no_data end""")
        w.update()
        same([text for _, text in w.logs], ["done"])


@test
def json_number_types_survive_both_ways():
    with fresh() as w:
        w.load("""function perform_update()
          for _, n in ipairs { 0, -1, math.maxinteger, math.mininteger, 1.0, -0.0, 0.1, 1e300, 2^53, 2^63, 5e-324, 1/3 } do
            local back = json.decode(json.encode(n))
            print(math.type(n) == math.type(back) and string.pack('n', n) == string.pack('n', back), n)
          end
          return update_result.no_data end""")
        w.update()
        for _, text in w.logs:
            assert text.startswith("true"), text


@test
def json_encode_writes_the_shortest_float():
    """As 15, 16 or 17 digits of printf, whichever reads back first."""
    with fresh(budgets={"load": 5000, "update": 9000, "action": 500, "content": 100}) as w:
        w.load("""function perform_update()
          local function slow(v)
            for digits = 15, 17 do
              local text = ('%.' .. digits .. 'g'):format(v)
              if tonumber(text) == v then return text:find('[.e]') and text or text .. '.0' end
            end
          end
          local function check(v)
            if json.encode(v) ~= slow(v) then print(json.encode(v), slow(v)) end
          end
          for _, v in ipairs { 0.0, -0.0, 0.1, -0.1, 1e-4, 9.999e-5, 1e15, 999999999999999.0, 1e14 + 0.5, 2^53, 0.3, 0.1 + 0.2, 1/3 } do check(v) end
          local seed = 1
          for i = 1, 20000 do
            seed = (seed * 6364136223846793005 + 1442695040888963407)
            local whole = (seed >> 12) % 10^(i % 17)
            check(whole // 1 / 10.0^(i % 19))
            check(-(seed >> 11) / 2.0^53)
            local v = string.unpack('n', string.pack('j', seed))
            if v == v and v ~= 1/0 and v ~= -1/0 then check(v) end
          end
          print 'done'
          return update_result.no_data end""")
        w.update()
        same([text for _, text in w.logs][-5:], ["done"])


ENCODED = [
    # Equal tables give equal text, however they were filled.
    ("{ z = 1, a = 2, M = 3, ['10'] = 4, ['9'] = 5, [''] = 6, ['é'] = 7, ['a b'] = 8 }",
     '{"":6,"10":4,"9":5,"M":3,"a":2,"a b":8,"z":1,"é":7}'),
    ("(function() local t = {} for i = 200, 1, -1 do t['k' .. i] = nil t['k' .. i % 3] = i % 3 end return t end)()",
     '{"k0":0,"k1":1,"k2":2}'),
    # Lists, records, and empty ones.
    ("{}", "{}"), ("{ {} }", "[{}]"), ("{ a = {} }", '{"a":{}}'), ("{ json.null, json.null }", "[null,null]"),
    ("{ a = nil }", "{}"), ("{ ['1'] = 'x' }", '{"1":"x"}'), ("{ false }", "[false]"), ("{ { 1 }, { a = 1 } }", '[[1],{"a":1}]'),
    ("(function() local t = { 1, 2, 3 } t[3] = nil return t end)()", "[1,2]"), ("json.null", "null"),
    # The same table twice is no cycle.
    ("(function() local t = { 1 } return { t, t } end)()", "[[1],[1]]"),
    # Pretty.
    ("json.array()", "[]"), ("json.array {}", "[]"), ("json.array { 1 }", "[1]"), ("json.array { a = 1 }", '{"a":1}'),
    ("{ items = json.array(json.array {}) }", '{"items":[]}'), ("json.array(), { pretty = true }", "[]"),
    ("{}, { pretty = true }", "{}"), ("1, { pretty = true }", "1"), ("{ 1 }, { pretty = false }", "[1]"), ("{ 1 }, {}", "[1]"),
    ("{ 1, { a = 'x', b = { 2 } } }, { pretty = true }", '[\n  1,\n  {\n    "a": "x",\n    "b": [\n      2\n    ]\n  }\n]'),
    # Every text reads back.
    ("'\\1\\31\\127</script>'", '"\\u0001\\u001f\\u007f</script>"'),
]

NOT_ENCODED = [
    ("print", "value: a function has no JSON"), ("coroutine and coroutine.create(print) or print", None),
    ("{ a = { 1, { b = print } } }", "value.a[2].b: a function has no JSON"),
    ("{ 1, 2, 0/0 }", "value[3]: not a number (NaN)"), ("{ x = { y = -1/0 } }", "value.x.y: an infinite number"),
    ("{ x = 1/0 }", "value.x: an infinite number"), ("{ ['\\xff'] = 1 }", "value: a key that is not UTF-8"),
    ("{ a = '\\xff' }", "value.a: a string that is not UTF-8"), ("{ a = '\\xed\\xa0\\x80' }", "value.a: a string that is not UTF-8"),
    ("{ [true] = 1 }", None), ("{ [1.5] = 1 }", None), ("{ [0] = 1 }", None), ("{ [-1] = 1 }", None),
    ("{ 1, nil, 3 }", "value: a list must have the keys 1 to n without a gap"), ("{ 1, x = 2 }", None),
    ("(function() local t = {} t.a = { t } return t end)()", "value.a[1]: this table contains itself"),
    ("(function() local t = {} t[1] = t return t end)()", "value[1]: this table contains itself"),
    ("{ json.null, { a = (function() local t = {} t.b = t return t end)() } }", "value[2].a.b: this table contains itself"),
    ("(function() local t = 1 for i = 1, 129 do t = { t } end return t end)()",
     "value[1][1][1] ... [1]: tables are nested deeper than the limit of 128"),
    ("(function() local t = print for i = 1, 20 do t = { a = t } end return t end)()", "value.a.a.a ... .a: a function has no JSON"),
]


@test
def json_encode_is_stable():
    for value, wanted in ENCODED:
        with fresh() as w:
            w.load("print(json.encode(%s))" % value)
            same((value, w.logs[-1][1]), (value, wanted))


@test
def json_encode_refuses_with_a_path():
    for value, message in NOT_ENCODED:
        with fresh() as w:
            if message:
                raises(lambda: w.load("json.encode(%s)" % value), "json.encode: " + message, "test.lua:1")
            else:
                w.load("local done, err = pcall(json.encode, %s) print(done, err)" % value)
                assert w.logs[-1][1].startswith("false\t"), (value, w.logs[-1][1])
                assert "json.encode: value" in w.logs[-1][1], (value, w.logs[-1][1])


@test
def lone_surrogates_become_the_replacement_character():
    """As browsers do; what follows is read as usual, and pairs stay characters."""
    cases = [
        (r"\ud800", "\ufffd"), (r"\ud800a", "\ufffda"), (r"\udc00", "\ufffd"), (r"\udc00\ud800", "\ufffd\ufffd"),
        (r"\ud800\ud800", "\ufffd\ufffd"), (r"\ud800\n", "\ufffd\n"), (r"\ud800\u0041", "\ufffdA"),
        (r"\ud83d\ude00", "\U0001f600"), (r"\ud83d\ud83d\ude00", "\ufffd\U0001f600"), (r"\uD83D\uDE00\uDE00", "\U0001f600\ufffd"),
        (r"\\ud800", r"\ud800"), (r"\\\ud800", "\\\ufffd"), (r"é\ud800é", "é\ufffdé"),
    ]
    for text, wanted in cases:
        with fresh({"fetch": lambda r: {"response": {"status": 200, "url": "x", "body": '{"%s":["%s"]}' % (text, text), "age": 0}}}) as w:
            w.load("for k, v in pairs(fetch 'x':json()) do print(k == v[1], v[1]) end")
            same((text, w.logs[-1][1]), (text, "true\t" + wanted))


@test
def json_floats_are_the_shortest_that_read_back():
    with fresh(budgets={"load": 5000, "update": 5000, "action": 500, "content": 100}) as w:
        w.load("""function perform_update()
          for _, case in ipairs {
            { 1e15, "1e+15" }, { 999999999999999.0, "999999999999999.0" }, { 1234567890123456.0, "1234567890123456.0" },
            { 12345678901234567.0, "12345678901234568.0" }, { 1e16, "1e+16" }, { 1e300, "1e+300" }, { -1e-5, "-1e-05" }, { 0.0001, "0.0001" },
            { 0.00012345678901234567, "0.00012345678901234567" }, { 0.1 + 0.2, "0.30000000000000004" }, { -1 / 3, "-0.3333333333333333" },
            { 100 / 3, "33.333333333333336" }, { 5e-324, "5e-324" }, { 2.2250738585072014e-308, "2.2250738585072014e-308" },
            { 1.7976931348623157e308, "1.7976931348623157e+308" }, { 2 ^ 53, "9007199254740992.0" }, { -0.0, "-0.0" },
            { 5.684341886080802e-14, "5.684341886080802e-14" },
          } do
            local text = json.encode(case[1])
            if text ~= case[2] then print(text, case[2]) end
          end
          math.randomseed(7)
          for _ = 1, 20000 do
            local value = string.unpack("d", string.pack("I8", math.random(0)))
            if value == value and value ~= math.huge and value ~= -math.huge then
              local text = json.encode(value)
              if tonumber(text) ~= value or math.type(tonumber(text)) ~= "float" or #text > 24 then print(text, value) end
              value = math.random() * 10 ^ math.random(-6, 20)
              text = json.encode(value)
              if tonumber(text) ~= value or math.type(tonumber(text)) ~= "float" or #text > 24 then print(text, value) end
            end
          end
          return update_result.no_data
        end""")
        w.update()
        same(w.logs, [])


@test
def json_escapes_every_character_wherever_it_stands():
    """The writer takes eight bytes at once."""
    with fresh(budgets={"load": 5000, "update": 5000, "action": 500, "content": 100}) as w:
        w.load("""function perform_update()
          for code = 0, 127 do
            for place = 0, 20 do
              for rest = 0, 9 do
                local text = ('x'):rep(place) .. string.char(code) .. ('y'):rep(rest)
                local written = json.encode(text)
                if json.decode(written) ~= text then print(code, place, rest, written) end
                local plain = code >= 32 and code ~= 34 and code ~= 92 and code ~= 127
                if (written == '"' .. text .. '"') ~= plain then print(code, place, rest, written) end
              end
            end
          end
          for place = 0, 20 do
            if pcall(json.encode, ('x'):rep(place) .. '\\xff' .. ('y'):rep(9)) then print("not UTF-8", place) end
            local text = ('x'):rep(place) .. 'é' .. ('y'):rep(9)
            if json.encode(text) ~= '"' .. text .. '"' then print(text) end
          end
          return update_result.no_data
        end""")
        w.update()
        same(w.logs, [])


@test
def json_records_are_sorted_whatever_their_size():
    """Small ones are sorted, and their values found, in another way than large ones."""
    with fresh(budgets={"load": 5000, "update": 5000, "action": 500, "content": 100}) as w:
        w.load("""function perform_update()
          for count = 0, 60 do
            local record, names = {}, {}
            for i = 1, count do
              names[i] = ('common prefix '):rep(i % 3) .. string.char(32 + i * 7 % 90) .. i % 11 .. i
              record[names[i]] = { i, inner = nil }
            end
            table.sort(names)
            local written = {}
            for i, name in ipairs(names) do written[i] = json.encode(name) .. ':[' .. record[name][1] .. ']' end
            local wanted = '{' .. table.concat(written, ',') .. '}'
            if json.encode(record) ~= wanted then print(json.encode(record), wanted) end
          end
          -- Every level leaves its values on the stack.
          local deep = 'leaf'
          for level = 1, 63 do
            local record = {}
            for i = 1, 23 do record['k' .. i] = i end
            record.k24 = { deep }
            deep = record
          end
          local text = json.encode(deep)
          if json.encode(json.decode(text)) ~= text then print('deep') end
          local ok, err = pcall(json.encode, (function() local t = {} for i = 1, 24 do t['k' .. i] = i end t.k1 = { t } return t end)())
          if ok or not tostring(err):find('contains itself', 1, true) then print(ok, err) end
          return update_result.no_data
        end""")
        w.update()
        same(w.logs, [])
