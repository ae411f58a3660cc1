"""The `ui` constructors, and what cannot be sent."""

from checks import bare, evaluate, fresh, raises, same, test, view
from worker import ScriptError


@test
def constructors():
    def text(t, **more):
        return {"type": "text", "text": t, **more}

    cases = [
        ('ui.text "hi"', text("hi")),
        ('ui.text { "hi", color = "red", font = { size = 12 } }', text("hi", color="red", font={"size": 12})),
        ('ui.text { "a", 1, 2.5 }', text("a12.5")),
        ('ui.text { "a", "b", false }', text("ab")),
        ("ui.text(12)", text("12")),
        ("ui.text {}", {"type": "text"}),
        ("ui.text { text = 'named' }", text("named")),
        ("ui.text { select(2, json.decode '') }", text("JSON, line 1, column 1: there is no value")),
        ('ui.label { "L", icon = "star" }', {"type": "label", "text": "L", "icon": "star"}),
        ('ui.icon { "airplane" }', {"type": "icon", "name": "airplane"}),
        ('ui.icon { name = "airplane" }', {"type": "icon", "name": "airplane"}),
        ('ui.icon "airplane"', {"type": "icon", "name": "airplane"}),
        ('ui.date { 12, style = "timer" }', {"type": "date", "date": 12, "style": "timer"}),
        ('ui.link { "L", url = "https://x" }', {"type": "link", "text": "L", "url": "https://x"}),
        ('ui.image { "a.png", mode = "fit" }', {"type": "image", "src": "a.png", "mode": "fit"}),
        ("ui.image { '\\xff\\x00' }", {"type": "image", "src": b"\xff\x00"}),
        ("ui.spacer()", {"type": "spacer"}),
        ("ui.spacer { min_length = 3 }", {"type": "spacer", "min_length": 3}),
        ("ui.divider {}", {"type": "divider"}),
        ("ui.progress { 0.5, shape = 'circle' }", {"type": "progress", "value": 0.5, "shape": "circle"}),
        ("ui.progress(0.5)", {"type": "progress", "value": 0.5}),
        ("ui.activity_indicator()", {"type": "activity_indicator"}),
        ("ui.activity_indicator { 'wait' }", {"type": "activity_indicator", "text": "wait"}),
        ("ui.zstack { 'a', 'b' }", {"type": "zstack", "children": [text("a"), text("b")]}),
        ("ui.grid { columns = { 80, 'auto' }, 'a' }", {"type": "grid", "columns": [80, "auto"], "children": [text("a")]}),
        ("ui.private { 'a' }", {"type": "private", "children": [text("a")]}),
        ("ui.gauge { 3, max = 9 }", {"type": "gauge", "value": 3, "max": 9}),
        ("ui.chart { type = 'bar', values = { 1, 2 } }", {"type": "chart", "chart": "bar", "values": [1, 2]}),
        ("ui.chart { chart = 'bar', values = { 1, 2 } }", {"type": "chart", "chart": "bar", "values": [1, 2]}),
        ("ui.chart { 1, 2, nil, 4 }", {"type": "chart", "values": [1, 2, None, 4]}),
        ("ui.chart { nil, 2, false, 4, type = 'bar' }", {"type": "chart", "chart": "bar", "values": [None, 2, False, 4]}),
        ("ui.chart { { 1, 2, nil, 4 } }", {"type": "chart", "values": [1, 2, None, 4]}),
        ("ui.chart { values = { nil, json.null, 3, nil } }", {"type": "chart", "values": [None, None, 3]}),
        ("ui.chart { series = { { 1, nil, 3 }, { name = 'b', values = { nil, 2 } } }, labels = { 'a', nil, 'c' } }",
         {"type": "chart", "series": [[1, None, 3], {"name": "b", "values": [None, 2]}], "labels": ["a", None, "c"]}),
        ("ui.vstack { ui.chart { type = 'pie', values = {} } }",
         {"type": "vstack", "children": [{"type": "chart", "chart": "pie", "values": []}]}),
        ("ui.toggle { 'T', on = true, action = print }", {"type": "toggle", "text": "T", "on": True, "action": 1}),
        ("ui.button { 'B', action = print }", {"type": "button", "text": "B", "action": 1}),
        ("ui.text { 'B', on_tap = print }", text("B", on_tap=1)),
        ("ui.vstack {}", {"type": "vstack", "children": []}),
        ("ui.vstack()", {"type": "vstack", "children": []}),
        ("ui.group { nil, 'a', nil, nil, false, 'b', nil }", {"type": "group", "children": [text("a"), text("b")]}),
        ("ui.hstack { 'a', 1, ui.text 'c', spacing = 2 }",
         {"type": "hstack", "spacing": 2, "children": [text("a"), text("1"), text("c")]}),
        ("ui.vstack { { ui.text 'a', 'b' }, 'c', {} }", {"type": "vstack", "children": [text("a"), text("b"), text("c")]}),
        ("ui.vstack(ui.text 'a')", {"type": "vstack", "children": [text("a")]}),
        ("ui.vstack { ui.button { 'a', action = print }, on_tap = print, ui.text { 'b', on_tap = print } }",
         {"type": "vstack", "on_tap": 1, "children": [{"type": "button", "text": "a", "action": 2}, text("b", on_tap=3)]}),
        ("{ type = 'text', text = 'by hand' }", text("by hand")),
    ]
    for expression, wanted in cases:
        try:
            same(view(expression), wanted)
        except Exception as error:
            raise AssertionError("%s: %s" % (expression, error))


@test
def views_know_their_line():
    with fresh() as w:
        w.load("function content()\n  return ui.vstack {\n    ui.text { 'a' },\n    'b' }\nend")
        node = w.content()["content"]
        same((node["file"], node["line"]), ("test.lua", 2))
        same(node["children"][0]["line"], 3)
        same(node["children"][1]["line"], 2)


@test
def constructor_errors():
    cases = [
        ("ui.vstak {}", "there is no view ui.vstak; did you mean \"vstack\"?"),
        ("ui.zzzzzz {}", "there is no view ui.zzzzzz"),
        ("ui.text { {} }", "ui.text: text must be a string or a number, got table"),
        ("ui.text { true }", "ui.text: text must be a string or a number, got boolean"),
        ("ui.text(print)", "ui.text: text must be a string or a number, got function"),
        ("ui.vstack { 'a', print }", "ui.vstack: child 2 must be a view, got function"),
        ("ui.vstack { json.null }", "ui.vstack: child 1 must be a view, got json.null"),
        ("ui.vstack { { a = 1 } }", "ui.vstack: child 1 is a table but not a view (ui.text, ui.vstack ...)"),
        ("ui.vstack { { { ui.text 'a' } } }", "ui.vstack: child 1 is a table but not a view (ui.text, ui.vstack ...)"),
        ("ui.chart { type = 'bar', chart = 'bar' }", "ui.chart: give either type or chart"),
        ("ui.text('a', 'b')", "ui.text takes one table: write ui.text { a, b }, with braces"),
        ("ui.vstack(ui.text 'a', ui.text 'b')", "ui.vstack takes one table: write ui.vstack { a, b }, with braces"),
        ("ui.progress { 0.3, 0.6 }", "ui.progress takes one positional value, its value; got 2"),
        ("ui.chart { { 1 }, { 2 } }", "ui.chart takes one positional value, its values; got 2"),
        ("ui.chart { type = print, values = {} }", "ui.chart: type: a function can only be given as on_tap or action"),
        ("ui:text { 'a' }", "write ui.text(...), with a dot"),
        ('ui.text { "a", nil, "b" }', 'ui.text: value 2 is nil; write value or "" where it may be missing'),
        ('ui.text { ("a-b"):gsub("-", " ") }',
         "ui.text: gsub returns two values, the text and a count; put it in parentheses: (text:gsub(...))"),
        ('ui.vstack { string.gsub("a-b", "-", " ") }',
         "ui.vstack: gsub returns two values, the text and a count; put it in parentheses: (text:gsub(...))"),
        ("ui.spacer { 3 }", "ui.spacer takes no positional value"),
        ("ui.text { [true] = 1 }", "ui.text: a field's name must be text, got true"),
        ("ui.button { 'a', action = print, on_tap = print }", "ui.button: give either action or on_tap"),
    ]
    for expression, message in cases:
        with fresh() as w:
            w.load("\nfunction content()\n return %s\nend" % expression)
            raises(w.content, message, "test.lua:3")


@test
def what_cannot_be_sent_is_named_by_its_path():
    deep = "local t = {} for _ = 1, 40 do t = { x = t } end "
    cases = [
        ("", "{ type = 'text', spacing = print }", "content.spacing: a function can only be given as on_tap or action"),
        ("", "ui.vstack { 'a', 'b', ui.text { 'c', spacing = function() end } }",
         "content.children[3].spacing: a function can only be given as on_tap or action"),
        ("", "ui.text { 'a', font = { action = function() end, x = coroutine.create(print) } }",
         "content.font.x: a thread cannot be shown"),
        ("", "{ type = 'text', a = { 1, nil, 3 } }", "content.a: a list must have the keys 1 to n without a gap"),
        ("", "{ type = 'text', a = { 1, b = 2 } }",
         "content.a: a table must have either names or the positions 1 to n as keys, not both"),
        ("", "{ type = 'text', ['a b'] = print }", 'content["a b"]: a function can only be given as on_tap or action'),
        ("", "{ type = 'text', ['a\\xff'] = 1 }", 'content["a?"]: a key must be UTF-8 text'),
        ("", "{ type = 'text', a = { [1.5] = 1 } }", "content.a: a key must be text or a position from 1 on, got a number that is not an integer"),
        ("local t = {} t.t = t ", "{ type = 'text', t = t }", "content.t.t: this table contains itself"),
        ("local v = { type = 'vstack' } v.children = { v } ", "v", "content.children[1]: this table contains itself"),
        ("local v = ui.text 'x' for _ = 1, 40 do v = ui.vstack { v } end ", "v",
         "content.children[1] ... .children: views are nested deeper than the limit of 32"),
        ("", "{ type = 'text', action = 1 }", "content.action: must be a function, got number 1"),
        ("", "ui.vstack { ui.text { 'a', action = 'x' } }", "content.children[1].action: must be a function, got string"),
        ("", "ui.text { 'a', on_tap = 2.5 }", "content.on_tap: must be a function, got number 2.5"),
        ("", "ui.text { 'a', on_tap = json.null }", "content.on_tap: must be a function, got json.null"),
        ("", "ui.text { 'a', onclick = print }", "content.onclick: a function can only be given as on_tap or action"),
        ("local t = {} t[1] = t ", "ui.chart { values = t, series = t, labels = t }", None),
        ("", "ui.chart { values = { 1, print } }", "content.values[2]: a function can only be given as on_tap or action"),
        ("", "ui.chart { values = { [1] = 1, [1e9] = 2 } }", "content.values: a list must have the keys 1 to n without a gap"),
        ("", "{ type = 'text', a = ('x'):rep(1 << 20) }", "content.a: more than 1 MiB in one message"),
        ("local t = {} for i = 1, 60000 do t[i] = i end ", "{ type = 'text', a = t }",
         "content.a: more than 50 000 values in one message"),
        ("local t = {'x', 'x', 'x'} for _ = 1, 16 do t = { t, t, t } end ", "{ type = 'text', a = t }", None),
    ]
    for before, expression, message in cases:
        with fresh() as w:
            w.load("function content() %s return %s end" % (before, expression))
            try:
                w.content()
                raise AssertionError("no error: " + expression)
            except ScriptError as error:
                same(error.fields["kind"], "value")
                if message:
                    same(error.fields["message"], message)
            w.load("")  # and the worker goes on


@test
def values_cross_exactly():
    values = [
        0, -1, 127, 128, -32, -33, 255, 65536, -(1 << 63), (1 << 63) - 1, 0.5, -0.0, 1e300, float("inf"), True, False,
        "", "a" * 31, "a" * 32, "a" * 255, "a" * 256, "a" * 70000, "žluťoučký 🐎",
        b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80",
        [], [1, [2, [3]]], {"a": {"b": [None, 1]}}, [None, None], list(range(35000)), {str(i): i for i in range(20)},
    ]
    box = {}
    handlers = {"cache.set": lambda k, v, ttl: box.update({k: v}), "cache.get": lambda k: {"value": box[k], "age": 1}}
    with fresh(handlers) as w:
        w.load("function perform_update() cache.set('b', (cache.get 'a')) return update_result.no_data end")
        for value in values:
            box["a"] = value
            w.update()
            same((type(box["b"]), box["b"]), (type(value), value))


@test
def nil_at_the_top_is_nil_and_inside_is_null():
    seen = []
    with fresh({"add": lambda *a: seen.append(list(a))}) as w:
        w.load("add(nil, 1, nil) add() add(json.null, { json.null })")
        same(seen, [[None, 1, None], [], [None, [None]]])
    same(evaluate("return add() == nil", {"add": lambda: None}), "true")
    same(evaluate("return add()[1] == json.null, tostring(add()[1])", {"add": lambda: [None]}), "true\tnull")


@test
def views_nest_32_deep_and_values_too():
    nested = "local v = ui.text 'x' for _ = 1, %d do v = ui.vstack { v } end function content() return v end"
    with fresh() as w:
        w.load(nested % 31)
        record = w.content()
        depth, at = 0, bare(record["content"])
        while at.get("children"):
            depth, at = depth + 1, at["children"][0]
        same(depth, 31)
    with fresh() as w:
        w.load("local t = {} for _ = 1, 40 do t = { t } end function content() cache.set('a', t) end")
        try:
            w.content()
            raise AssertionError("no error")
        except ScriptError as error:
            if "tables are nested deeper than the limit of 32" not in error.fields["message"]:
                raise AssertionError(error.fields["message"])


@test
def a_refused_field_knows_where_its_view_was_written():
    with fresh() as w:
        w.load("function content()\n return ui.vstack {\n ui.text 'a',\n ui.text { 'b', onclick = print } }\nend")
        raises(w.content, "content.children[2].onclick: a function can only be given as on_tap or action", "test.lua:4", kind="value")
    with fresh() as w:
        w.load("function perform_update()\n redraw() end\nfunction content()\n return ui.text { 'b', action = 1 }\nend")
        raises(w.update, "redraw: content.action: must be a function, got number 1", "test.lua:4")


@test
def insets_have_four_sides():
    for side, message in (("leftt", 'there is no side "leftt"; did you mean "left"?'), ("zzz", 'there is no side "zzz"; sides are top, left, bottom and right')):
        with fresh() as w:
            w.load("function content() return ui.text 'a' end\nfunction margin_insets() return { %s = 5 } end" % side)
            raises(w.content, "margin_insets: " + message, "test.lua:2")


@test
def a_lost_content_is_reported():
    update = "function perform_update() return update_result.new_data end\n"
    cases = [
        ("local function content() return ui.text 'a' end", "content is local, so it is never called; remove 'local'"),
        ("local content = function() return ui.text 'a' end", "content is local, so it is never called; remove 'local'"),
        ("function contnet() return ui.text 'a' end", "contnet is never called; did you mean content?"),
        ("function Content() return ui.text 'a' end", "Content is never called; did you mean content?"),
        ("contents = function() return ui.text 'a' end", "contents is never called; did you mean content?"),
    ]
    for source, message in cases:
        with fresh() as w:
            w.load(update + source)
            raises(w.update, message, "test.lua:2")
    for source in ("local function perform_update() end", "function preform_update() end", "function performUpdate() end",
                   "perform_udpate = function() end"):
        with fresh() as w:
            try:
                w.load("\n" + source)
                raise AssertionError("no error: " + source)
            except ScriptError as error:
                same(error.place, "test.lua:2")
    # A script that prints may have a function with such a name: no error.
    with fresh() as w:
        w.load("local function content() return 'x' end\nfunction perform_update() print(content()) return update_result.new_data end")
        same(w.update()["content"]["text"], "x")
    # Names that aren't alike, and entries that exist, are left alone.
    with fresh() as w:
        w.load(update + "function content() return ui.text 'a' end\nfunction contents() end\nfunction helper() end")
        same(w.logs, [])
