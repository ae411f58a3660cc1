-- Views ------------------------------------------------------------------------------------------------------------------------
-- A view is a plain table: { type = "text", text = "Boarding", line = 12, file = "flight.lua", color = "red" }. The broker checks
-- every field and uses `line` to say where a wrong one was written.

-- What a view's positional values are: the name of the field that takes the first of them, "text" for text of several pieces,
-- or "children".
local takes = {
  text = "text", label = "text", button = "text", link = "text", toggle = "text", activity_indicator = "text",
  icon = "name", date = "date", image = "src", progress = "value", gauge = "value", chart = "values",
  vstack = "children", hstack = "children", zstack = "children", grid = "children", group = "children", private = "children",
  spacer = "nothing", divider = "nothing",
}

-- The positional values in order. nil between two of them is a hole, which `#` cannot see past.
local function positional(fields)
  local positions = {}
  for key in next, fields do
    if tointeger(key) and key >= 1 then positions[#positions + 1] = key end
  end
  sort(positions)
  local values = {}
  for i = 1, #positions do
    local value = fields[positions[i]]
    if value ~= false then values[#values + 1] = value end
  end
  return values
end

local function join_text(kind, values)
  for i = 1, #values do
    local value = values[i]
    if type(value) == "table" and type(rawget(value, "message")) == "string" then value = value.message end -- an err
    if type(value) ~= "string" and type(value) ~= "number" then
      raise(format("ui.%s: text must be a string or a number, got %s", kind, type(value)))
    end
    values[i] = tostring(value)
  end
  return concat(values)
end

local function here(view)
  view.line, view.file = host.line()
  return view
end

-- Adds the views in `values` to `children`. A list of views, as a loop makes it, counts as its elements.
local function add_children(children, values, kind, nested)
  for i = 1, #values do
    local value = values[i]
    if type(value) == "string" or type(value) == "number" then
      value = here { type = "text", text = tostring(value) }
    elseif type(value) ~= "table" then
      raise(format("ui.%s: child %d must be a view, got %s", kind, i, type(value)))
    end
    if type(rawget(value, "type")) == "string" then
      children[#children + 1] = value
    elseif not nested and (#value > 0 or next(value) == nil) then
      add_children(children, positional(value), kind, true)
    else
      raise(format("ui.%s: child %d is a table but not a view (ui.text, ui.vstack ...)", kind, i))
    end
  end
  return children
end

-- A copy of a list, with json.null in each hole: { 1, nil, 3 } has a gap, and a message knows no holes. So are its lists.
local function without_holes(list, is_nested)
  if type(list) ~= "table" or rawget(list, "values") ~= nil then return list end
  local last = 0
  for key in next, list do
    if not tointeger(key) or key < 1 or key > 10000 then return list end -- not a list; the broker will say what it should be
    last = max(last, key)
  end
  local filled = {}
  for i = 1, last do
    local value = rawget(list, i)
    if value == nil then value = host.json.null end
    filled[i] = is_nested and value or without_holes(value, true)
  end
  return filled
end

-- What only a chart has: its own `type`, which is not the view's kind, and lists with gaps.
local function finish_chart(view, written_type, values)
  if written_type ~= nil and view.chart ~= nil then raise "ui.chart: give either type or chart" end
  if type(written_type) == "function" then raise "ui.chart: type: a function can only be given as on_tap or action" end
  if written_type ~= nil then view.chart = written_type end
  if #values > 0 and type(values[1]) ~= "table" then view.values = values end -- ui.chart { 1, 2, 3 }
  view.values, view.labels = without_holes(view.values), without_holes(view.labels)
  if type(view.series) == "table" then
    local series = without_holes(view.series)
    for i, one in next, series do
      if type(one) == "table" and type(rawget(one, "values")) == "table" then
        local filled = {}
        for name, value in next, one do filled[name] = value end
        filled.values = without_holes(filled.values, true)
        series[i] = filled
      end
    end
    view.series = series
  end
end

local function build(kind, what, fields)
  local view = { type = kind }
  if fields == nil then
    fields = {}
  elseif type(fields) == "table" and type(rawget(fields, "type")) == "string" and what == "children" then
    fields = { fields } -- ui.vstack(view)
  elseif type(fields) ~= "table" then
    fields = { fields } -- ui.text "hi"
  end
  for name, value in next, fields do
    if type(name) == "string" then
      view[name] = value
    elseif not tointeger(name) or name < 1 then
      raise(format("ui.%s: a field's name must be text, got %s", kind, tostring(name)))
    end
  end
  local values = positional(fields)
  if what == "children" then
    view.children = add_children({}, values, kind)
  elseif what == "text" then
    if #values > 0 or view.text == nil then view.text = join_text(kind, values) end
  elseif #values > 0 then
    if what == "nothing" then raise(format("ui.%s takes no positional value", kind)) end
    if #values > 1 and (kind ~= "chart" or type(values[1]) == "table") then
      raise(format("ui.%s takes one positional value, its %s; got %d", kind, what, #values))
    end
    view[what] = values[1]
  end
  if view.on_tap ~= nil and view.action ~= nil then raise(format("ui.%s: give either action or on_tap", kind)) end
  if kind == "chart" then finish_chart(view, rawget(fields, "type"), values) end
  view.type = kind
  return here(view)
end

local ui = {}
for kind, what in next, takes do
  ui[kind] = function(fields, ...)
    for i = 1, select("#", ...) do
      if (select(i, ...)) ~= nil then
        raise(format("ui.%s takes one table: write ui.%s { a, b }, with braces", kind, kind))
      end
    end
    return build(kind, what, fields)
  end
end
globals.ui = setmetatable(ui, {
  __index = function(_, name) raise(format("there is no view ui.%s%s", tostring(name), hint(name, takes))) end,
  __metatable = false,
})
