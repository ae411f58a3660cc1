-- Views ------------------------------------------------------------------------------------------------------------------------
-- A view is a plain table: { type = "text", text = "Boarding", line = 12, file = "flight.lua", color = "red" }. The broker checks
-- every field and uses `line` to say where a wrong one was written.

-- View kinds: `takes` is the field the positional values fill, "children" or "nothing"; `is_text` joins them, `is_list` takes
-- them as a list; `renamed` maps fields to the names they travel under; in the lists of `gaps` nil is a gap.
local kinds = api.views or {}

-- Raises when the second result of gsub, a count, is about to be shown: ui.text { s:gsub("a", "b") }.
local function check_gsub(kind, values)
  local last = values[#values]
  if #values < 2 or number_type(last) ~= "integer" or type(values[#values - 1]) ~= "string" then return end
  local line, chunk = host.line()
  if line and find(lines_from(chunk, line, 10), "gsub%s*%b()%s*[,;]?%s*[})]") then
    raise(format("ui.%s: gsub returns two values, the text and a count; put it in parentheses: (text:gsub(...))", kind))
  end
end

-- The positional values in order, leaving out those that are false; nil can be between two of them, where `#` may stop. With a
-- kind of text, such a nil is an error.
local function positional(fields, text_kind)
  local positions = {}
  for key in next, fields do
    if tointeger(key) and key >= 1 then positions[#positions + 1] = key end
  end
  sort(positions)
  local values = {}
  for i = 1, #positions do
    if text_kind and positions[i] ~= i then
      raise(format('ui.%s: value %d is nil; write value or "" where it may be missing', text_kind, i))
    end
    local value = fields[positions[i]]
    if value ~= false then values[#values + 1] = value end
  end
  return values
end

-- A script's colour as it travels: { "blue", opacity = 0.3 } is "blue/0.3", also in a pair and in a gradient. Other values stay
-- as they are.
local function plain_color(value, is_nested)
  if type(value) ~= "table" then return value end
  local color, opacity = rawget(value, 1), rawget(value, "opacity")
  if type(color) == "string" and opacity ~= nil then return color .. "/" .. tostring(opacity) end
  if is_nested then return value end
  local parts = rawget(value, "gradient")
  if type(parts) == "table" then
    local gradient = {}
    for key, part in next, parts do gradient[key] = plain_color(part) end
    return { gradient = gradient, direction = rawget(value, "direction"), angular = rawget(value, "angular") }
  end
  local inner = rawget(value, "color")
  if inner ~= nil then -- of a shadow, or of an image in the background
    local with_color = {}
    for name, part in next, value do with_color[name] = part end
    with_color.color = plain_color(inner)
    return with_color
  end
  if rawget(value, "light") == nil and rawget(value, "dark") == nil then return value end
  local pair = {}
  for name, part in next, value do pair[name] = plain_color(part, true) end
  return pair
end

-- The colours of an icon's parts.
local function plain_palette(value)
  if type(value) ~= "table" or rawget(value, "opacity") ~= nil or rawget(value, "light") ~= nil then return plain_color(value) end
  local palette = {}
  for key, color in next, value do palette[key] = plain_color(color) end
  return palette
end

-- The fields that are functions.
local handler_fields = { on_tap = true, action = true, on_submit = true, on_change = true }

-- The fields that are colours.
local colors = { color = true, background = true, border = true, fill = true, stroke = true, tint = true, shadow = true }

-- Adds the parts of a text to `spans`: text, numbers, tables such as { "Berlin", weight = "bold" }, and lists of all these.
-- Returns whether a part has a style.
local function add_spans(spans, kind, values)
  check_gsub(kind, values)
  local is_styled = false
  for i = 1, #values do
    local value, style = values[i], nil
    if type(value) == "table" and type(rawget(value, "message")) == "string" then
      value = value.message -- an err
    elseif type(value) == "table" and kind == "text" and rawget(value, "type") == nil then
      style, value = value, rawget(value, "text")
      if value == nil then value = rawget(style, 1) end
      if value == nil then value = style end
    end
    if style and type(value) == "table" and value ~= style then -- a list
      is_styled = add_spans(spans, kind, positional(style, kind)) or is_styled
    else
      if type(value) ~= "string" and type(value) ~= "number" then
        raise(format("ui.%s: text must be a string or a number, got %s", kind, described(value)))
      end
      local span = {}
      for name, field in next, style or span do
        if name ~= 1 then
          span[name], is_styled = name == "color" and plain_color(field) or field, is_styled or name ~= "text"
        end
      end
      span.text = tostring(value)
      spans[#spans + 1] = span
    end
  end
  return is_styled
end

-- Spans given as a field, in the same forms as positional values.
local function plain_spans(kind, value)
  if type(value) ~= "table" or rawget(value, "type") ~= nil then return value end
  local spans, values = {}, positional(value, kind)
  if #values == 0 and next(value) ~= nil then return value end -- not a list: the broker reports it
  add_spans(spans, kind, values)
  return spans
end

-- The text of the positional values, and its spans if some have a style.
local function join_text(kind, values)
  local spans, texts = {}, {}
  if add_spans(spans, kind, values) then return nil, spans end
  for i = 1, #spans do texts[i] = spans[i].text end
  return concat(texts)
end

local function here(view)
  view.line, view.file = host.line()
  return view
end

-- Adds the views in `values` to `children`. A list of views, as made by a loop, counts as its elements.
local function add_children(children, values, kind, nested)
  check_gsub(kind, values)
  for i = 1, #values do
    local value = values[i]
    if type(value) == "string" or type(value) == "number" then
      value = here { type = "text", text = tostring(value) }
    elseif type(value) ~= "table" then
      raise(format("ui.%s: child %d must be a view, got %s", kind, i, described(value)))
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

-- A copy of a list with json.null in each gap, because a message can't hold nil: { 1, nil, 3 }. The same for the lists in it,
-- and for the values of the series in it.
local function fill_gaps(list, is_nested)
  if type(list) ~= "table" then return list end
  if is_nested and type(rawget(list, "values")) == "table" then
    local series = {}
    for name, value in next, list do series[name] = colors[name] and plain_color(value) or value end
    series.values = fill_gaps(list.values)
    return series
  end
  local last = 0
  for key in next, list do
    if not tointeger(key) or key < 1 or key > 10000 then return list end -- not a list: the broker reports it
    last = max(last, key)
  end
  local filled = {}
  for i = 1, last do
    local value = rawget(list, i)
    if value == nil then value = host.json.null end
    filled[i] = is_nested and value or fill_gaps(value, true)
  end
  return filled
end

-- Gives fields the names they travel under: `type` is already the view's kind.
local function rename(view, kind, fields, names)
  for name, wire_name in next, names do
    local value = rawget(fields, name)
    if value ~= nil and view[wire_name] ~= nil then raise(format("ui.%s: give either %s or %s", kind, name, wire_name)) end
    if type(value) == "function" then
      raise(format("ui.%s: %s: a function can only be given as on_tap or action", kind, name))
    end
    if value ~= nil then view[wire_name] = value end
  end
end

-- The positional values as a list with gaps: { 1, nil, 3 }.
local function with_gaps(fields)
  local list = {}
  for key, value in next, fields do
    if tointeger(key) and key >= 1 then list[key] = value end
  end
  return list
end

-- Puts the positional values of `fields` into the field taking them.
local function place(view, kind, declared, fields, values)
  local takes = declared.takes
  if #values > 0 and takes ~= "children" and takes ~= "nothing" and view[takes] ~= nil then
    raise(format("ui.%s: give its %s once, either first or as %s = ...", kind, takes, takes))
  end
  if takes == "children" then
    view.children = add_children({}, values, kind)
  elseif declared.is_text then
    if #values > 0 then
      local text, spans = join_text(kind, values)
      view[takes], view.spans = text, spans or view.spans
    end
  elseif #values > 0 then
    if takes == "nothing" then raise(format("ui.%s takes no positional value", kind)) end
    local is_list = declared.is_list and type(values[1]) ~= "table" -- ui.chart { 1, 2, 3 }
    if #values > 1 and not is_list then
      raise(format("ui.%s takes one positional value, its %s; got %d", kind, takes, #values))
    end
    view[takes] = is_list and with_gaps(fields) or values[1]
  end
end

local function build(kind, declared, fields)
  local view = { type = kind }
  if fields == nil then
    fields = {}
  elseif type(fields) == "table" and type(rawget(fields, "type")) == "string" and declared.takes == "children" then
    fields = { fields } -- ui.vstack(view)
  elseif type(fields) ~= "table" then
    fields = { fields } -- ui.text "hi"
  end
  for name, value in next, fields do
    if value == false and handler_fields[name] then -- cond and function() ... end
    elseif type(name) == "string" then
      view[name] = colors[name] and plain_color(value) or name == "palette" and plain_palette(value) or value
    elseif not tointeger(name) or name < 1 then
      raise(format("ui.%s: a field's name must be text, got %s", kind, tostring(name)))
    end
  end
  if kind == "text" and view.spans ~= nil then view.spans = plain_spans(kind, view.spans) end
  place(view, kind, declared, fields, positional(fields, declared.is_text and kind))
  if view.on_tap ~= nil and view.action ~= nil then raise(format("ui.%s: give either action or on_tap", kind)) end
  if declared.renamed then rename(view, kind, fields, declared.renamed) end
  for _, name in next, declared.gaps or {} do view[name] = fill_gaps(view[name]) end
  view.type = kind
  return here(view)
end

local ui = {}
for kind, declared in next, kinds do
  ui[kind] = function(fields, ...)
    for i = 1, select("#", ...) do
      if (select(i, ...)) ~= nil then
        check_gsub(kind, { fields, ... })
        if fields == nil then raise(format("ui.%s got no value, but nil and an error: %s", kind, tostring((select(1, ...))))) end
        raise(format("ui.%s takes one table: write ui.%s { a, b }, with braces", kind, kind))
      end
    end
    return build(kind, declared, fields)
  end
end
-- The size that a canvas draws for: its own, or the space for the widget's view.
local function canvas_size(fields)
  local size = state.context and state.context.size or {}
  local width, height = rawget(fields, "width"), rawget(fields, "height")
  if type(width) ~= "number" then width = type(size.width) == "number" and size.width or 320 end
  if type(height) ~= "number" then
    local most = size.max_height
    height = type(most) == "number" and most > 0 and most < 10000 and most or width / 2
  end
  return width, height
end

-- A canvas is a zstack with a width and a height, so it keeps its proportions where there's less space.
function ui.canvas(fields, ...)
  if type(fields) ~= "table" or select("#", ...) > 0 then
    raise "ui.canvas takes one table: ui.canvas { draw = function(width, height) ... end }"
  end
  local draw = rawget(fields, "draw")
  if type(draw) ~= "function" then raise(format("ui.canvas: draw must be a function, got %s", described(draw))) end
  local own = {}
  for name, value in next, fields do
    if type(name) ~= "string" then raise "ui.canvas takes no positional value: draw returns the shapes" end
    if name ~= "draw" then own[name] = value end
  end
  own.width, own.height = canvas_size(fields)
  own.align = own.align or "top_leading"
  local shapes = draw(own.width, own.height)
  if type(shapes) ~= "table" then raise(format("ui.canvas: draw must return a list of views, got %s", described(shapes))) end
  own[1] = shapes
  return build("zstack", kinds.zstack, own)
end
globals.ui = setmetatable(ui, {
  __index = function(_, name) raise(format("there is no view ui.%s%s", tostring(name), hint(name, kinds))) end,
  __metatable = false,
})
