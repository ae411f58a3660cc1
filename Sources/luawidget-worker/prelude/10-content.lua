-- The view and the insets ------------------------------------------------------------------------------------------------------

local sides = { "top", "left", "bottom", "right" }

-- What margin_insets makes of the proposal: a missing side keeps it, a negative one is 0.
local function find_insets(proposed)
  local insets, given = {}, {}
  for _, side in next, sides do insets[side], given[side] = proposed[side], proposed[side] end
  local margin_insets = rawget(globals, "margin_insets")
  if type(margin_insets) ~= "function" then return insets end
  local result = margin_insets(given)
  if result == nil then return insets end
  if type(result) ~= "table" then
    host.raise_at(margin_insets, format("margin_insets must return insets or nil, got %s", type(result)))
  end
  for name in next, result do
    if not proposed[name] then
      local nearest = hint(name, proposed)
      host.raise_at(margin_insets, format("margin_insets: there is no side %s%s", name_shown(name),
        nearest ~= "" and nearest or "; sides are top, left, bottom and right"))
    end
  end
  for _, side in next, sides do
    local value = rawget(result, side)
    if value ~= nil then
      if not is_finite(value) then
        host.raise_at(margin_insets, format("margin_insets: %s must be a number, got %s", side, shown(value)))
      end
      insets[side] = max(value, 0)
    end
  end
  return insets
end

-- A script without `content` shows what perform_update printed.
local function printed_view()
  return { type = "text", text = concat(state.printed, "\n") }
end

local function find_content(context)
  local content = rawget(globals, "content")
  if type(content) ~= "function" then return printed_view() end
  local view = content(context)
  if type(view) == "table" and type(rawget(view, "type")) == "string" then return view end
  if not state.has_content then return nil end
  host.raise_at(content, format("content must return a view (ui.text, ui.vstack ...), got %s", type(view)))
end

-- Numbers for the handlers of the view that is about to be sent. The broker may refuse that view and go on with an earlier one,
-- so the last few generations stay.
local function new_generation(record)
  state.generation = state.generation + 1
  state.handlers[state.generation] = {}
  state.handlers[state.generation - 4] = nil
  record.generation = state.generation
  return state.handlers[state.generation]
end

local function describe(record)
  record.has_content = state.has_content
  record.preferred_size = { width = state.width, height = state.height }
  record.refresh_after = state.refresh_after
  return record
end

-- Adds insets and content to the record. Returns it, and the table that collects the view's handlers. A hidden widget has no
-- content, and its `content` is not called, unless that is the one that hid it.
local function show(record)
  local before = state.activity
  state.activity = "content"
  record.insets = find_insets(state.proposed)
  if state.has_content or state.hidden_by_content then
    local content = find_content(state.context)
    if state.has_content then record.content = content end
  end
  state.activity = before
  describe(record)
  return record, "", new_generation(record)
end

function globals.redraw()
  if state.activity ~= "update" and state.activity ~= "action" then
    raise "redraw works only inside perform_update and action handlers"
  end
  local record, _, handlers = show {}
  if record.content then host.send("redraw", record, handlers) end
end

-- A name that a module does not have, with the nearest one that it has.
local function guard(module, name)
  local meta = getmetatable(module)
  if meta == false then return end -- ui says it itself
  if not meta then
    meta = {}
    setmetatable(module, meta)
  end
  meta.__index = function(_, member)
    raise(format("there is no %s.%s%s", name, tostring(member), hint(member, module)))
  end
  meta.__metatable = false
end

-- Keep the line of `return ui.text { ... }`, and say so when a module's function is called with a colon: see host.anchor.
for name, value in next, globals do
  if standard[name] then
    -- not ours
  elseif type(value) == "function" then
    globals[name] = anchor(value)
  elseif type(value) == "table" and name ~= "settings" and name ~= "update_result" then
    for member, implementation in next, value do
      if type(implementation) == "function" then
        value[member] = anchor(implementation, value ~= globals.defaults and value or nil, name .. "." .. member)
      end
    end
    guard(value, name)
  end
end
