-- The view and the insets ------------------------------------------------------------------------------------------------------

local sides = { "top", "left", "bottom", "right" }

-- The insets margin_insets returns for the proposed ones: a missing side keeps its proposal, a negative one becomes 0.
local function find_insets(proposed)
  local insets, given = {}, {}
  for _, side in next, sides do insets[side], given[side] = proposed[side], proposed[side] end
  local margin_insets = rawget(globals, "margin_insets")
  if type(margin_insets) ~= "function" then return insets end
  local result = margin_insets(given)
  if result == nil then return insets end
  if type(result) ~= "table" then
    host.raise_at(margin_insets, format("margin_insets must return insets or nil, got %s", shown(result)))
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

-- Functions a script defines for the host, and whether the widget works without them.
local entry_names = { perform_update = false, content = true, margin_insets = true }

-- Finds an entry the script defined as a local, or under a misspelt name. Returns the line and what to change.
local function find_lost_entry(name)
  local line = 0
  for text in string.gmatch(sources[state.chunk] or "", "([^\n]*)\n?") do
    line = line + 1
    if match(text, "^local%s+function%s+" .. name .. "%s*%(") or match(text, "^local%s+" .. name .. "%s*=%s*function%f[%W]") then
      return line, format("%s is local, so it is never called; remove 'local'", name)
    end
    local written = match(text, "^function%s+([%a_][%w_]*)%s*%(") or match(text, "^([%a_][%w_]*)%s*=%s*function%f[%W]")
    if written and written ~= name and entry_names[written] == nil and hint(written, { [name] = true }) ~= "" then
      return line, format("%s is never called; did you mean %s?", written, name)
    end
  end
end

-- Names of other frameworks for `perform_update`. A script may have a function of that name, which it calls.
local update_names = { "update", "refresh", "on_update" }

local function warn_of_other_update()
  local source = sources[state.chunk] or ""
  for _, name in next, update_names do
    local _, mentions = gsub(source, "%f[%w_]" .. name .. "%f[^%w_]", "")
    if mentions == 1 and type(rawget(globals, name)) == "function" then
      host.log("warning", format("%s: %s is never called; did you mean perform_update?", state.chunk, name))
    end
  end
end

-- Raises if a missing entry was defined in a way that can't work.
local function raise_lost_entry(name)
  local line, problem = find_lost_entry(name)
  if line then error(format("%s:%d: %s", state.chunk, line, problem), 0) end
end

local function warn_of_lost_entry(name)
  local line, problem = find_lost_entry(name)
  if line then host.log("warning", format("%s:%d: %s", state.chunk, line, problem)) end
end

-- After the chunk has run. A lost `content` next to `perform_update` is reported when the view is needed.
local function check_entries()
  if rawget(globals, "perform_update") == nil then
    raise_lost_entry "perform_update"
    if rawget(globals, "content") == nil then raise_lost_entry "content" end
    warn_of_other_update()
  end
  if rawget(globals, "margin_insets") == nil then warn_of_lost_entry "margin_insets" end
end

-- A script without `content` shows the text printed by perform_update.
local function printed_view()
  return { type = "text", text = concat(state.printed, "\n") }
end

local function is_view(value) return type(value) == "table" and type(rawget(value, "type")) == "string" end

local function find_content(context)
  local content = rawget(globals, "content")
  if type(content) ~= "function" then
    if #state.printed == 0 then raise_lost_entry "content" end
    if not state.warned_of_content then warn_of_lost_entry "content" end
    state.warned_of_content = true
    return printed_view()
  end
  local view, second = content(context)
  if is_view(view) and not is_view(second) then return view end
  if not state.has_content then return nil end
  host.raise_at(content, format("content must return one view, got %s", is_view(view) and "two" or described(view)))
end

-- The height of a card's title bar, and the distance from the top without one: what the layout of cards has.
local title_height, plain_top = 42, 16

-- Makes context.size what the card leaves for the view: the host counts with its own insets and a title bar.
local function fit_size(context, insets, hides_title)
  local size, proposed = context and context.size, state.proposed
  local family = context and context.family
  if not size or not family or family == "inline" or context.surface == "terminal" or context.surface == "bar" then return end
  local given = state.given_size
  if not given or given.of ~= size then
    given = { of = size, width = size.width, height = size.max_height }
    state.given_size = given
  end
  if family == "circular" or family == "rectangular" then return end
  size.width = max(0, given.width + proposed.left + proposed.right - insets.left - insets.right)
  local before = size.max_height
  local height = given.height + proposed.top + proposed.bottom - insets.top - insets.bottom
  if hides_title then height = height + title_height + insets.top - max(insets.top, min(plain_top, insets.bottom)) end
  size.max_height = max(0, height)
  return size.max_height ~= before
end

-- Whether a view is a card without a title bar.
local function hides_title(view)
  return view ~= nil and rawget(view, "type") == "card" and rawget(view, "header") == "hidden"
end

-- A table for the handlers of the view about to be sent. The broker may reject that view and keep an earlier one, so the last few
-- generations stay.
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

-- Adds insets and content to the record. Returns it, and the table collecting the view's handlers. A hidden widget has no
-- content, and its `content` isn't called, unless that's what hid it.
local function show(record)
  local before = state.activity
  state.activity = "content"
  record.insets = find_insets(state.proposed)
  if state.has_content or state.hidden_by_content then
    local context = state.context
    local family = context and context.family or "none"
    fit_size(context, record.insets, state.untitled[family])
    local content = find_content(context)
    if hides_title(content) ~= (state.untitled[family] or false) then
      -- Only the view says whether there's a title bar. Without one there's more space.
      state.untitled[family] = hides_title(content)
      if fit_size(context, record.insets, state.untitled[family]) then content = find_content(context) end
    end
    if state.has_content then record.content = content end
  end
  state.activity = before
  describe(record)
  return record, "", new_generation(record)
end

-- Streams belong to the update that calls for them, not to a view.
for _, name in next, { "subscribe", "run.lines" } do
  local group, member = match(name, "^(%w+)%.(%w+)$")
  local library = group and globals[group] or not group and globals
  local open = library and rawget(library, member or name)
  if open then
    library[member or name] = function(...)
      if state.activity ~= "update" then raise(name .. " works only in perform_update") end
      return open(...)
    end
  end
end

function globals.redraw()
  if state.activity ~= "update" and state.activity ~= "action" then
    raise "redraw works only inside perform_update and action handlers"
  end
  local record, _, handlers = show {}
  if record.content then host.send("redraw", record, handlers) end
end

-- Turns a name a module doesn't have into an error suggesting the nearest one.
local function guard(module, name)
  local meta = getmetatable(module)
  if meta == false then return end -- ui has its own message
  if not meta then
    meta = {}
    setmetatable(module, meta)
  end
  meta.__index = function(_, member)
    raise(format("there is no %s.%s%s", name, tostring(member), hint(member, module)))
  end
  meta.__newindex = function(_, member) raise(format("%s.%s cannot be set: %s is read only", name, tostring(member), name)) end
  meta.__metatable = false
end

local defined = {} -- the API's globals

-- Keeps the line of `return ui.text { ... }`, and reports a module's function called with a colon: see host.anchor.
for name, value in next, globals do
  if standard[name] then
    -- the standard library
  elseif name == "update_result" then
    defined[name] = value
  elseif type(value) == "function" then
    globals[name] = anchor(value)
    defined[name] = globals[name]
  elseif type(value) == "table" and name ~= "settings" then
    defined[name] = value
    for member, implementation in next, value do
      if type(implementation) == "function" then
        value[member] = anchor(implementation, value ~= globals.defaults and value or nil, name .. "." .. member)
      end
    end
    guard(value, name)
  end
end
