/// Names from other languages and APIs that authors write by habit, with what this API has instead.
enum ForeignNames {
  static let globals: [String: String] = [
    "console": "write print(...), or log.debug(...)", "JSON": "write json.decode(text) or json.encode(value)",
    "Math": "write math", "Date": "use os.time(), os.date(...) or date.parse(text)",
    "datetime": "use os.time() and format.date(...)",
    "time": "use os.time()", "setTimeout": "use refresh_after(delay) for the next update",
    "setInterval": "write refresh = \"15m\" in widget { ... }", "sleep": "a widget does not wait; use refresh_after(delay)",
    "len": "write #value", "str": "write tostring(value)", "String": "write tostring(value)", "int": "write tonumber(text) // 1",
    "float": "write tonumber(text)", "parseInt": "write tonumber(text)", "parseFloat": "write tonumber(text)",
    "Number": "write tonumber(text)", "range": "write for i = 1, 10 do ... end", "http": "write fetch(url)",
    "https": "write fetch(url)",
    "requests": "write fetch(url)", "axios": "write fetch(url)", "curl": "write fetch(url)", "XMLHttpRequest": "write fetch(url)",
    "Request": "write fetch(url)", "null": "Lua writes nil", "None": "Lua writes nil", "undefined": "Lua writes nil",
    "NULL": "Lua writes nil",
    "Nil": "Lua writes nil", "NaN": "write 0 / 0", "True": "Lua writes true", "False": "Lua writes false",
    "this": "Lua writes self",
    "await": "leave it out: host functions such as fetch wait for their result", "async": "leave it out: host functions wait",
    "new": "Lua has no new", "try": "handle errors with local ok, err = pcall(function() ... end)",
    "throw": "raise an error with error(\"reason\")", "raise": "raise an error with error(\"reason\")",
    "printf": "write print(string.format(...))", "sprintf": "write string.format(...)", "echo": "write print(...)",
    "localStorage": "use defaults.get(key) and defaults.set(key, value)", "Keychain": "declare a setting of type \"secret\"",
    "Script": "return the view from content(context)", "ListWidget": "return ui.vstack { ... } from content(context)",
    "args": "declare settings in widget { ... }", "alert": "use notify { title = ... }",
    "document": "return views from content(context)",
    "window": "return views from content(context)", "Object": "iterate with pairs(table)", "Array": "write { ... }",
    "Device": "use device, such as device.battery()", "Location": "there is no location; declare a setting",
    "conky_parse": "use device, such as device.cpu()", "bit32": "Lua has the operators & | ~ << >>",
    "bit": "Lua has the operators & | ~ << >>",
    "module": "return a table from the module", "input": "declare settings in widget { ... }",
    "f": "join text with .., or string.format(...)",
    "table_contains": "write a loop over ipairs(list)", "typeof": "write type(value)", "map": "write a loop over ipairs(list)",
    "sum": "write a loop over ipairs(list)", "min": "write math.min", "max": "write math.max", "abs": "write math.abs",
    "round": "write math.floor(x + 0.5)", "floor": "write math.floor", "Color": "write a name or \"#rrggbb\"",
    "widget_context": "write function content(context)",
  ]

  /// Views by their lowercase names in other toolkits.
  static let views: [String: String] = [
    "div": "use ui.vstack or ui.hstack", "span": "use ui.text", "p": "use ui.text", "h1": "use ui.text { ..., font = \"title\" }",
    "row": "use ui.hstack", "column": "use ui.vstack", "box": "use ui.vstack or ui.zstack", "view": "use ui.vstack",
    "stack": "use ui.vstack or ui.hstack", "list": "use ui.vstack", "foreach": "build a list in a loop and pass it to ui.vstack",
    "scrollview": "a widget does not scroll: show what fits", "img": "use ui.image", "picture": "use ui.image",
    "symbol": "use ui.icon",
    "a": "use ui.link", "input": "a widget has ui.button and ui.toggle", "textfield": "a widget has ui.button and ui.toggle",
    "switch": "use ui.toggle", "checkbox": "use ui.toggle", "hr": "use ui.divider", "line": "use ui.divider",
    "separator": "use ui.divider",
    "space": "use ui.spacer", "progressbar": "use ui.progress", "bar": "use ui.progress or ui.chart", "graph": "use ui.chart",
    "spinner": "use ui.activity_indicator", "table": "use ui.grid", "padding": "padding is a field of any view",
    "color": "color is a field of any view", "html": "a widget has no HTML: use ui.text and the stacks",
    "button_group": "use ui.hstack",
    "navigationlink": "use ui.link", "timer": "use ui.date { time, style = \"timer\" }", "clock": "use ui.date { time }",
  ]

  /// Replacements by library and name.
  static let members: [String: String] = [
    "json.parse": "write json.decode(text)", "json.stringify": "write json.encode(value)", "json.load": "write json.decode(text)",
    "json.loads": "write json.decode(text)", "json.dumps": "write json.encode(value)", "json.dump": "write json.encode(value)",
    "fetch.get": "write fetch(url)", "fetch.post": "write fetch(url, { method = \"POST\", json = { ... } })",
    "fetch.json": "write fetch(url):json()", "cache.getItem": "write cache.get(key)",
    "cache.setItem": "write cache.set(key, value)",
    "cache.put": "write cache.set(key, value)", "cache.delete": "write cache.remove(key)",
    "cache.has": "write cache.get(key) ~= nil",
    "defaults.getItem": "write defaults.get(key)", "defaults.setItem": "write defaults.set(key, value)",
    "log.warn": "write log.warning(...)", "log.log": "write log.info(...)", "date.today": "use date.now()",
    "math.round": "write math.floor(x + 0.5)", "math.pow": "write x ^ y", "math.clamp": "write math.max(low, math.min(x, high))",
    "math.atan2": "write math.atan(y, x)", "math.log10": "write math.log(x, 10)", "math.mod": "write x % y",
    "math.trunc": "write math.modf(x)", "math.sign": "write x > 0 and 1 or x < 0 and -1 or 0",
    "table.getn": "write #list", "table.maxn": "write #list", "table.length": "write #list", "table.len": "write #list",
    "table.size": "write #list", "table.push": "write table.insert(list, value)",
    "table.append": "write table.insert(list, value)",
    "table.join": "write table.concat(list, \", \")", "table.contains": "write a loop over ipairs(list)",
    "table.foreach": "write for key, value in pairs(table) do", "table.map": "write a loop over ipairs(list)",
    "string.split": "write for part in text:gmatch(\"[^,]+\") do", "string.trim": "write text:match(\"^%s*(.-)%s*$\")",
    "string.length": "write #text", "string.replace": "write (text:gsub(old, new))",
    "string.join": "write table.concat(list, \", \")",
    "string.contains": "write text:find(part, 1, true)", "string.startswith": "write text:sub(1, #start) == start",
    "os.now": "write os.time()", "os.sleep": "a widget does not wait; use refresh_after(delay)",
  ]

  static let methods: [String: String] = [
    "split": "write for part in text:gmatch(\"[^,]+\") do", "trim": "write text:match(\"^%s*(.-)%s*$\")",
    "strip": "write text:match(\"^%s*(.-)%s*$\")", "toUpperCase": "write text:upper()", "toLowerCase": "write text:lower()",
    "indexOf": "write text:find(part, 1, true)", "includes": "write text:find(part, 1, true)",
    "contains": "write text:find(part, 1, true)", "replace": "write (text:gsub(old, new))",
    "replaceAll": "write (text:gsub(old, new))",
    "substring": "write text:sub(first, last)", "substr": "write text:sub(first, last)", "slice": "write text:sub(first, last)",
    "charAt": "write text:sub(i, i)", "startsWith": "write text:sub(1, #start) == start",
    "endsWith": "write text:sub(-#ending) == ending", "toString": "write tostring(value)",
    "toFixed": "write string.format(\"%.2f\", x)",
    "length": "write #text", "size": "write #list", "push": "write table.insert(list, value)",
    "append": "write table.insert(list, value)",
    "add": "write table.insert(list, value)", "insert": "write table.insert(list, value)", "pop": "write table.remove(list)",
    "shift": "write table.remove(list, 1)", "remove": "write table.remove(list, position)", "sort": "write table.sort(list)",
    "join": "write table.concat(list, \", \")", "concat": "write table.concat(list, \", \")",
    "map": "write a loop over ipairs(list)",
    "filter": "write a loop over ipairs(list)", "forEach": "write for _, value in ipairs(list) do",
    "keys": "write a loop over pairs(table)",
    "items": "write a loop over pairs(table)", "next": "fetch waits for the response: local response, err = fetch(url)",
    "then": "fetch waits for the response: local response, err = fetch(url)",
    "catch": "fetch waits for the response: local response, err = fetch(url)",
  ]

  static let responseFields: [String: String] = [
    "statusCode": "status", "status_code": "status", "code": "status", "data": "body", "content": "body", "responseText": "body",
  ]

  /// Fields by their names in other toolkits.
  static let viewFields: [String: String] = [
    "bold": "write weight = \"bold\"", "font_size": "write font = { size = 20 }", "fontSize": "write font = { size = 20 }",
    "size": "write font = { size = 20 }, or width and height", "font_weight": "write weight = \"bold\"", "href": "write url",
    "link": "use ui.link { ..., url = ... }", "fg": "write color", "foreground": "write color", "foreground_color": "write color",
    "bg": "write background", "background_color": "write background", "margin": "write padding, or spacing in the stack",
    "gap": "write spacing", "radius": "write corner_radius", "border_radius": "write corner_radius", "alpha": "write opacity",
    "visible": "write hidden = true, or leave the view out", "on_click": "write action", "onclick": "write action",
    "on_press": "write action", "handler": "write action", "callback": "write action", "lines": "write line_limit",
    "max_lines": "write line_limit", "alignment": "write align", "text_align": "write align", "justify": "use ui.spacer()",
    "percent": "write value, from 0 to 1", "src": "use ui.image", "source": "write src", "path": "write src",
    "name": "write icon",
    "format": "write style, or show format.date(...) in ui.text", "data": "write values", "points": "write values",
    "rows": "write columns; the rows follow", "cols": "write columns", "column_count": "write columns", "checked": "write on",
    "value_label": "write value_text", "title": "write text",
    "style": "write the fields themselves: font, color, padding",
  ]

  /// Values by their names in other toolkits.
  static let choices: [String: String] = [
    "left": "leading", "right": "trailing", "middle": "center", "start": "leading", "end": "trailing", "cover": "fill",
    "contain": "fit",
    "column": "bar", "columns": "bar", "bars": "bar", "sparkline": "spark", "donut": "pie", "ring": "circle",
    "systemSmall": "small",
    "systemMedium": "medium", "systemLarge": "large", "clip": "tail", "ellipsis": "tail",
  ]
}
