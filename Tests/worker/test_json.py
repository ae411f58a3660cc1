"""json.decode and json.encode."""

from checks import evaluate, fresh, raises, same, test
from worker import ScriptError


@test
def json_decode():
    cases = [
        ("'1'", "1"), ("'1.0'", "1.0"), ("'-0'", "0"), ("'9223372036854775807'", "9223372036854775807"),
        ("'-9223372036854775808'", "-9223372036854775808"), ("'9223372036854775808'", "9.2233720368548e+18"), ("'1e2'", "100.0"),
        ("'0.1'", "0.1"), ("'\"a\\\\u00e9\\\\ud83d\\\\ude00\"'", "aé😀"), ("'true'", "true"), ("'null'", "null"), ("' [] '",
         "table"),
        ("'\\xef\\xbb\\xbf1'", "1"),
        ("''", "nil\tJSON, line 1, column 1: there is no value"),
        ("'[1,]'", "nil\tJSON, line 1, column 4: not a value"),
        ("'[1 2]'", "nil\tJSON, line 1, column 4: a comma or ] is missing"),
        ("'{\"a\":1,\\n\"é\" 2}'", "nil\tJSON, line 2, column 5: a colon is missing after the key"),
        ("'{a:1}'", "nil\tJSON, line 1, column 2: a key in quotes or } is missing"),
        ("'[1] 2'", "nil\tJSON, line 1, column 5: something follows the value"),
        ("'\"a'", "nil\tJSON, line 1, column 3: a string is not closed"),
        ("'\"\\xff\"'", None), ("'\"\\n\"'", None), ("'{}\\0x'", None),
         ("'1e999'", None),
        ("'01'", None), ("'.5'", None), ("'NaN'", None), ("'// x\\n1'", None), ("'nul'", None), ("('['):rep(129)", None),
        ("('['):rep(100000)", None), ("('{\"a\":'):rep(100000)", None), ("'[1'", None), ("'\"\\\\x\"'", None), ("'-'", None),
         ("'1.'", None),
    ]
    for argument, wanted in cases:
        got = evaluate("return json.decode(%s)" % argument)
        if wanted is None:
            assert got.startswith("nil\tJSON, line "), (argument, got)
        else:
            same((argument, got), (argument, wanted))
    same(evaluate("return json.decode('\"\\\\ud800\"'), json.decode('\"\\\\udc00x\"')"), "\ufffd\t\ufffdx")
    drop = [("'{\"a\":null,\"b\":[null,{\"c\":null}]}'", '{"b":[null,{}]}'), ("'[null]'", "[null]"), ("'null'", "null"),
            ("'{\"a\":1,\"a\":null}'", "{}"), ("'{\"a\":null,\"a\":1}'", '{"a":1}')]
    for argument, wanted in drop:
        same(evaluate("return json.encode(json.decode(%s, { null = 'drop' }))" % argument), wanted)
    same(evaluate("local t = {} for i = 1, 99 do t[i] = ('\"k%d\":%s'):format(i, i % 2 == 0 and 'null' or '1') end local n = 0 "
                  "for _ in pairs(json.decode('{' .. table.concat(t, ',') .. '}', { null = 'drop' })) do n = n + 1 end return n"), "50")
    same(evaluate("return pcall(json.decode, '1', { null = 'keep' })"),
         'false\ttest.lua:2: json.decode: null must be "drop", got string "keep"')
    same(evaluate("return pcall(json.decode, '1', { nul = 'drop' })"),
         'false\ttest.lua:2: json.decode has no option "nul"; did you mean "null"?')
    same(evaluate("return #json.decode(('['):rep(128) .. (']'):rep(128))"), "1")
    same(evaluate("local v = json.decode '{\"a\":[1,null,{\"b\":2}],\"a\":[3,null]}' return #v.a, v.a[1], v.a[2]"), "2\t3\tnull")
    same(evaluate("local v = json.decode '[[],{},[1],{\"\":[true,false]}]' return #v, v[3][1], v[4][''][2]"), "4\t1\tfalse")


@test
def json_encode():
    cases = [
        ("1", "1"), ("1.0", "1.0"), ("0.1", "0.1"), ("1e100", "1e+100"), ("1/3", "0.3333333333333333"), ("math.mininteger",
         "-9223372036854775808"),
        ("true", "true"), ("json.null", "null"), ("{}", "{}"), ("{ 1, 2, { 3 } }", "[1,2,[3]]"),
        ("{ b = 1, a = 'x', c = { json.null } }", '{"a":"x","b":1,"c":[null]}'),
        ("'\\0\\n\"\\\\/é\\127'", '"\\u0000\\n\\"\\\\/é\\u007f"'),
        ("{ a = { 1 }, b = {} }, { pretty = true }", '{\n  "a": [\n    1\n  ],\n  "b": {}\n}'),
    ]
    for value, wanted in cases:
        same((value, evaluate("return json.encode(%s)" % value)), (value, wanted))
    refusals = [
        ("print", "value: a function has no JSON"), ("{ a = { b = print } }", "value.a.b: a function has no JSON"),
        ("{ 1, { 0/0 } }", "value[2][1]: not a number (NaN)"), ("1/0", "value: an infinite number"),
        ("{ 'a', b = 1 }", "value: a table must have either names or the positions 1 to n as keys, not both"),
        ("{ [3] = 1 }", "value: a list must have the keys 1 to n without a gap"),
        ("'\\xff'", "value: a string that is not UTF-8"),
        ("{ a = {nil, 2} }", "value.a: a list must have the keys 1 to n without a gap"),
    ]
    for value, message in refusals:
        with fresh() as w:
            raises(lambda: w.load("\njson.encode(%s)" % value), "json.encode: " + message, "test.lua:2")
    with fresh() as w:
        try:
            w.load("local t = {} t.x = t json.encode(t)")
            raise AssertionError("a cycle was encoded")
        except ScriptError as error:
            assert "contains itself" in error.fields["message"], error.fields
    same(evaluate("local t = json.decode(json.encode { a = { 1, 2.5, 'ž', json.null }, b = true }) return t.a[1], "
                  "t.a[2], t.a[3], t.a[4], t.b"),
         "1\t2.5\tž\tnull\ttrue")


@test
def a_zero_is_a_zero_whatever_its_exponent():
    for text in ["0e30", "0.0e-30", "0.000e-400", "0.00000000000000000000000000000000000000"]:
        for sign in ["", "-"]:
            same(evaluate("return json.decode '%s%s' == 0" % (sign, text)), "true")


@test
def numbers_are_read_as_exactly_as_they_can_be():
    import random
    import struct
    draw = random.Random(1)
    texts = ["0.1", "123.456", "5e-324", "2.2250738585072011e-308", "1.7976931348623157e308", "9007199254740993.0", "1e22", "1e23",
             "0.30000000000000004", "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890",
             "0.1234567890123456789012345678901234567890", "1" + "0" * 300, "1." + "0" * 400 + "1"]
    texts += [repr(struct.unpack("<d", draw.randbytes(8))[0]) for _ in range(500)]
    texts = [text for text in texts if "n" not in text]
    with fresh() as w:
        w.load("function perform_update() for _, text in ipairs(list) do print(string.format('%a', json.decode(text))) end "
               "return update_result.no_data end list = {" + ",".join("'%s'" % text for text in texts[:150]) + "}")
        w.update()
        for text, (_, shown) in zip(texts, w.logs):
            same(float.fromhex(shown), float(text))
    for text in ["9223372036854775807", "-9223372036854775808", "0", "-1", "42"]:
        same(evaluate("return math.type(json.decode '%s') .. ' ' .. json.decode '%s'" % (text, text)), "integer " + text)
