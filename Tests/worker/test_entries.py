"""The prelude's entries: manifest, load, update, content, action."""

from checks import bare, ends, fresh, raises, same, test, view
from worker import INSETS, ScriptError


@test
def manifest():
    cases = [
        ('widget { name = "A", refresh = "5m" }', {"name": "A", "refresh": "5m", "@line": 1}),
        ('#!/usr/bin/env luawidget\nwidget { name = "A" }\nerror "never reached"', {"name": "A", "@line": 2}),
        ('local name = "A"\nwidget { name = name, settings = { n = { 1, 2.5, true } } }',
         {"name": "A", "settings": {"n": [1, 2.5, True]}, "@line": 2}),
        ("widget {}", {"@line": 1}),
        ("", None),
        ("local x = 1", None),
        ("print 'x' widget {}", None),
        ("function perform_update() end", None),
        ("local x = fetch('a')", None),
        ("if x then widget {} end", None),
    ]
    for source, wanted in cases:
        with fresh() as w:
            same(w.call("manifest", source, "t.lua", phase="load"), wanted)
            same(w.calls, [])


@test
def manifest_errors():
    cases = [
        ("\nwidget { name = os.time() }", "script", "widget { ... } may hold only literal values, not 'os'", "t.lua:2"),
        ("widget { a = function() end }", "value", "widget.a: a function cannot be written here", None),
        ("widget 'A'", "script", "widget { ... } takes one table, got string", "t.lua:1"),
        ("widget()", "script", "widget { ... } takes one table, got nil", "t.lua:1"),
        ("\n\nwidget { name = }", "syntax", "unexpected symbol near '}'", "t.lua:3"),
        ("\x1bLua", "syntax", "only text can be loaded, not compiled Lua", "t.lua:1"),
        ("#\n\x1bLua", "syntax", "unexpected symbol near '<\\27>'", "t.lua:2"),
        (" " * 600000, "syntax", "larger than 512 KiB", "t.lua:1"),
        ("local a = nil\nlocal b = a.x", "script", "attempt to index a nil value (local 'a')", "t.lua:2"),
    ]
    for source, kind, message, place in cases:
        with fresh() as w:
            raises(lambda: w.call("manifest", source, "t.lua", phase="load"), message, place, kind)


@test
def manifest_then_load():
    with fresh() as w:
        w.call("manifest", "local x = settings", "t.lua", phase="load")
        raises(lambda: w.load("\nwidget { name = 'A' }"), "widget { ... } must be the first statement", "test.lua:2")
    with fresh() as w:
        source = "widget { name = 'A' }\nwidget { name = 'A' }"
        w.call("manifest", source, "t.lua", phase="load")
        raises(lambda: w.load(source), "widget { ... } may be called only once", "test.lua:2")
    with fresh() as w:
        ends(lambda: w.call("manifest", "while true do end", "t.lua", phase="load"), 102)


@test
def load():
    with fresh() as w:
        same(w.load("function perform_update() end content = 3 refresh_after '10m' preferred_size(1, 2.5) has_content(false)"),
             {"perform_update": "function", "margin_insets": "nil", "content": "number",
              "preferred_size": {"width": 1, "height": 2.5}, "has_content": False, "refresh_after": 600})
    with fresh() as w:
        same(w.load("")["preferred_size"], {"width": 0, "height": 0})


@test
def load_errors():
    cases = [
        ("local x = \n", "syntax", "unexpected symbol near <eof>", "test.lua:2"),
        ("\nerror 'boo'", "script", "boo", "test.lua:2"),
        ("\nerror('boo', 0)", "script", "boo", "test.lua:2"),
        ("error({})", "script", "(error object is a table value)", "test.lua:1"),
        ("error()", "script", "(error object is a nil value)", "test.lua:1"),
        ("error(setmetatable({}, { __tostring = function() return 'x' end }))", "script", "(error object is a table value)",
         "test.lua:1"),
        ("error(12)", "script", "12", "test.lua:1"),
        ("error(string.rep('x', 9999))", "script", None, "test.lua:1"),
        ("\n\nnope()", "script", "attempt to call a nil value (global 'nope')", "test.lua:3"),
        ("local function f() f() end f()", "script", None, None),
        ("string.rep()", "script", "bad argument #1 to 'rep' (string expected, got no value)", "test.lua:1"),
        ("error('other.lua:3: boo', 0)", "script", "other.lua:3: boo", "test.lua:1"),
    ]
    for source, kind, message, place in cases:
        with fresh() as w:
            try:
                w.load(source)
                raise AssertionError("no error: " + source)
            except ScriptError as error:
                same(error.fields["kind"], kind)
                if message:
                    same(error.fields["message"], message)
                if place:
                    same(error.place, place)
                assert len(error.fields["message"]) <= 500 + 4096 * 108 + 128
                for file, line in error.fields["traceback"]:
                    same(file, "test.lua")
                    assert line > 0


@test
def tracebacks_show_the_script_only():
    with fresh() as w:
        error = raises(lambda: w.load("local function a()\n return ui.vstack { print }\nend\nlocal function b()\n "
                                      "local x = a()\nend\nb()"),
                       "ui.vstack: child 1 must be a view, got function", "test.lua:2")
        same(error.fields["traceback"], [["test.lua", 2], ["test.lua", 5], ["test.lua", 7]])
    with fresh() as w:
        error = raises(lambda: w.load("local function f(n)\n if n == 0 then error 'deep' end\n local x = f(n - 1)\nend f(40)"),
            "deep",
                       "test.lua:2")
        same(len(error.fields["traceback"]), 10)


@test
def an_error_brings_the_latest_failure_of_the_call():
    message = "attempt to index a nil value (local 'value')"
    with fresh() as w:
        w.load("function perform_update() local value = json.decode('x') return value.a end")
        same(raises(w.update, message).fields["failure"],
             {"kind": "decode", "message": "JSON, line 1, column 1: not a value", "remedy": ""})
    # The failure of an earlier call explains nothing.
    with fresh() as w:
        w.load("json.decode('x')\nfunction perform_update() local value return value.a end")
        same("failure" in raises(w.update, message).fields, False)


@test
def long_chunk_names():
    name = "a" * 70 + "/b.lua"
    with fresh() as w:
        error = raises(lambda: w.load("\nerror 'boo'", chunk=name), "boo")
        same(error.place, name + ":2")
        same(error.fields["traceback"], [[name, 2]])


@test
def update_record():
    with fresh() as w:
        w.load("""
          function perform_update(context)
            refresh_after(90)
            return update_result.new_data
          end
          function margin_insets(default) default.left = -3 default.bottom = 5 return default end
          function content(context) preferred_size(0, context.size.width / 4) return ui.text { "hi" } end
        """)
        record = w.update()
        record["content"] = bare(record["content"])
        same(record, {"result": "new_data", "has_content": True, "preferred_size": {"width": 0, "height": 80.0},
            "refresh_after": 90,
                      "insets": {"top": 0.0, "left": 0, "bottom": 5, "right": 0.0}, "generation": 1,
                      "content": {"type": "text", "text": "hi"}})
        cpu, heap = w.stats
        assert 0 <= cpu < 1000000 and 10000 < heap < 1 << 20, w.stats


@test
def update_results():
    cases = [
        ("update_result.no_data", {"result": "no_data"}),
        ("update_result.failed", {"result": "failed"}),
        ("update_result.failed('why')", {"result": "failed", "reason": "why"}),
        ("update_result.failed(404)", {"result": "failed", "reason": "404"}),
        ("update_result.failed(nil)", {"result": "failed"}),
        ("update_result.failed(select(2, json.decode '['))",
         {"result": "failed", "reason": "JSON, line 1, column 2: not a value"}),
    ]
    for expression, wanted in cases:
        with fresh() as w:
            w.load("function perform_update() return %s end function content() error 'never' end" % expression)
            same(w.update(), {"has_content": True, "preferred_size": {"width": 0, "height": 0}, **wanted})


@test
def update_errors():
    wrong = "perform_update must return update_result.new_data, .no_data or .failed, got %s"
    cases = [
        ("\nfunction perform_update() end", wrong % "nil", "test.lua:2"),
        ("function perform_update() return 'new_data' end", wrong % 'string "new_data"', "test.lua:1"),
        ("function perform_update() return {} end", wrong % "table", "test.lua:1"),
        ("perform_update = 3", "perform_update must be a function, got number", None),
        ("function perform_update() return update_result.new_date end",
         "update_result has no 'new_date'; did you mean \"new_data\"?", "test.lua:1"),
        ("function perform_update() update_result.x = 1 end", "update_result is read only", "test.lua:1"),
        ("function perform_update() update_result.failed.x = 1 end", "update_result is read only", "test.lua:1"),
        ("function perform_update() return update_result.failed({}) end",
         "update_result.failed takes text or an error object, got table",
         "test.lua:1"),
        ("function perform_update() return update_result.new_data end\nfunction content() return 'x' end",
         'content must return one view, got string "x"', "test.lua:2"),
        ("function perform_update() return update_result.new_data end\n\nfunction margin_insets() return { left = '1' } end",
         "margin_insets: left must be a number, got string \"1\"", "test.lua:3"),
        ("function perform_update() return update_result.new_data end\n\nfunction margin_insets() return { left = 0/0 } end",
         None,
         "test.lua:3"),
        ("function perform_update() return update_result.new_data end\n\nfunction margin_insets() return 3 end",
         "margin_insets must return insets or nil, got number 3", "test.lua:3"),
    ]
    for source, message, place in cases:
        with fresh() as w:
            w.load(source)
            try:
                w.update()
                raise AssertionError("no error: " + source)
            except ScriptError as error:
                if message:
                    same(error.fields["message"], message)
                if place:
                    same(error.place, place)


@test
def need_content():
    with fresh() as w:
        w.load("function perform_update() return update_result.no_data end function content() return ui.text 'x' end")
        assert "content" not in w.update()
        same(bare(w.update(need_content=True)["content"]), {"type": "text", "text": "x"})
        same(bare(w.content()["content"]), {"type": "text", "text": "x"})
        assert "result" not in w.content()


@test
def insets():
    cases = [
        ("return nil", INSETS),
        ("default.left = 1", INSETS),
        ("return { bottom = 5.5 }", {**INSETS, "bottom": 5.5}),
        ("return {}", INSETS),
        ("return { top = -1, right = 2 }", {**INSETS, "top": 0, "right": 2}),
    ]
    for body, wanted in cases:
        with fresh() as w:
            w.load("function margin_insets(default) %s end function content() return ui.text '' end" % body)
            same(w.content()["insets"], wanted)


@test
def state_persists_but_refresh_after_does_not():
    with fresh() as w:
        w.load("""
          local first = true
          function perform_update()
            if first then preferred_size(1, 2) refresh_after "1h" first = false end
            return update_result.no_data
          end""")
        same(w.update(), {"result": "no_data", "has_content": True, "preferred_size": {"width": 1, "height": 2},
                          "refresh_after": 3600, "printed": ""})
        same(w.update(), {"result": "no_data", "has_content": True, "preferred_size": {"width": 1, "height": 2}, "printed": ""})


@test
def hidden_widgets():
    with fresh() as w:  # hidden by perform_update: content is not asked
        w.load("function perform_update() has_content(false) return update_result.new_data end function content() error 'no' end")
        record = w.update()
        same((record["has_content"], "content" in record), (False, False))
    with fresh() as w:  # hidden by content: asked again, and may come back
        w.load("""local n = 0
          function content() n = n + 1 has_content(n > 1) if n > 1 then return ui.text 'back' end end""")
        same("content" in w.content(), False)
        same(bare(w.content()["content"]), {"type": "text", "text": "back"})


@test
def printed_text_is_the_view_without_content():
    with fresh() as w:
        w.load("print 'loading' function perform_update() print('a', 1) print(nil) print {} return update_result.new_data end")
        for _ in range(2):
            record = w.update()
            same(record["content"], {"type": "text", "text": "a\t1\nnil\ntable"})
            same(record["printed"], "a\t1\nnil\ntable")
        same(w.logs[0], ("print", "loading"))


@test
def redraw():
    with fresh({"redraw": lambda record: None}) as w:
        w.load("""
          local text = "Refreshing..."
          function perform_update() redraw() text = "done" return update_result.new_data end
          function content() return ui.button { text, action = function() print(text) redraw() end } end
        """)
        record = w.update()
        name, args = w.calls[0]
        same((name, args[0]["content"]["text"], args[0]["content"]["action"], args[0]["generation"]), ("redraw",
            "Refreshing...", 1, 1))
        same((record["content"]["text"], record["generation"]), ("done", 2))
        w.action(1, 1)
        same(w.logs, [("print", "done")])
    with fresh() as w:
        raises(lambda: w.load("\nredraw()"), "redraw works only inside perform_update and action handlers", "test.lua:2")
    with fresh() as w:
        w.load("function content() redraw() end")
        raises(w.content, "redraw works only inside perform_update and action handlers", "test.lua:1")


@test
def actions():
    with fresh() as w:
        w.load("""
          local n = 0
          function content()
            return ui.vstack { ui.text(n), ui.button { "+", action = function() n = n + 1 end } }
          end""")
        first = w.content()
        second = w.action(first["content"]["children"][1]["action"], first["generation"])
        same((second["content"]["children"][0]["text"], second["generation"]), ("1", 2))
        same(w.action(1, 2)["content"]["children"][0]["text"], "2")
        for number, generation in ((1, 1), (2, 3), (1, 99), (0, 3), ("x", 3), (None, None), (1.5, 3)):
            raises(lambda: w.action(number, generation), "this control belongs to a view that is gone")
        same(w.action(1, 3)["content"]["children"][0]["text"], "3")


@test
def fields_pass_their_value():
    with fresh() as w:
        w.load("""
          local got = "nothing"
          local function take(...) got = select("#", ...) .. " " .. tostring((...)) end
          function content()
            return { type = "vstack", children = {
              { type = "text_field", on_submit = take, on_change = take }, ui.text(got) } }
          end""")
        view = w.content()
        field = view["content"]["children"][0]
        same((field["on_submit"], field["on_change"]), (1, 2))
        for value, text in (("typed", "1 typed"), (3, "1 3"), (0.5, "1 0.5"), (False, "1 false"), (None, "0 nil")):
            view = w.action(2, view["generation"], value)
            same(view["content"]["children"][1]["text"], text)
        w.load("function content() return { type = 'slider', on_change = 5 } end")
        raises(w.content, "content.on_change: must be a function, got number 5", kind="value")


@test
def a_refused_view_keeps_the_older_one_alive():
    with fresh() as w:
        w.load("""
          local bad
          function content()
            return ui.button { "x", action = function() print "tap" end, spacing = bad }
          end
          function perform_update() bad = print return update_result.new_data end""")
        generation = w.content()["generation"]
        raises(w.update, "content.spacing: a function can only be given as on_tap or action", kind="value")
        raises(lambda: w.action(1, generation), "content.spacing: a function can only be given as on_tap or action", kind="value")
        same(w.logs, [("print", "tap")])


@test
def errors_in_handlers():
    with fresh() as w:
        w.load("function content()\n return ui.button { 'x', action = function()\n error 'boo' end }\nend")
        w.content()
        raises(lambda: w.action(1, 1), "boo", "test.lua:3")


@test
def declared_settings_without_a_value_are_nil():
    with fresh() as w:
        w.call("load", "assert(settings.a == 1 and settings.b == nil)", "test.lua", {"a": 1}, ["a", "b"], phase="load")
        raises(lambda: w.call("load", "x = settings.bb", "test.lua", {}, ["a", "b"], phase="load"),
               "there is no setting 'bb'; did you mean \"b\"?", "test.lua:1")
