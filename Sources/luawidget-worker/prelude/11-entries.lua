-- Entries ----------------------------------------------------------------------------------------------------------------------

local entries = {}

local assigned_manifest = "write widget { ... }, without ="
local manifest_found = nil -- nil: the entry `manifest` wasn't called; false: the script has no manifest

-- Runs the script with nothing defined, until it calls `widget`.
function entries.manifest(source, chunk)
  local stop, found, touched = {}, nil, false
  local function outside(_, name, value)
    if name == "widget" and type(value) == "table" then raise(assigned_manifest) end
    if touched then
      raise(format("widget { ... } may hold only literal values, not '%s'", tostring(name)))
    end
    error(stop, 0)
  end
  local function widget(fields)
    if type(fields) ~= "table" then raise(format("widget { ... } takes one table, got %s", type(fields))) end
    found = fields
    found["@line"] = host.line()
    error(stop, 0)
  end
  local world = setmetatable({}, {
    __index = function(_, name)
      if name ~= "widget" then outside(_, name) end
      touched = true
      return widget
    end,
    __newindex = outside,
  })
  local run, message = host.compile(source, chunk, world)
  if not run then host.syntax(message) end
  local ok, problem = pcall(run)
  if not ok and problem ~= stop then error(problem, 0) end
  manifest_found = found ~= nil
  return found, "widget"
end

-- `widget` when the whole script runs: the manifest is known by now, so only its position is checked.
local function define_widget()
  local called = false
  globals.widget = anchor(function()
    if manifest_found == false then raise "widget { ... } must be the first statement" end
    if called then raise "widget { ... } may be called only once" end
    called = true
  end)
end

-- The line assigning a global, if it's at the beginning of one.
local function find_assignment(name)
  local line = 0
  for text in string.gmatch(sources[state.chunk] or "", "([^\n]*)\n?") do
    line = line + 1
    if match(text, "^%s*" .. name .. "%s*=[^=]") or match(text, "^%s*function%s+" .. name .. "%s*%(") then return line end
  end
end

-- After the chunk has run: a manifest assigned to `widget` would be ignored, and an assigned global replaces part of the API.
local function check_globals()
  for name, value in next, defined do
    local now = rawget(globals, name)
    if now ~= value then
      local line = find_assignment(name)
      local at = line and format("%s:%d: ", state.chunk, line) or ""
      if name == "widget" and manifest_found == false and type(now) == "table" then error(at .. assigned_manifest, 0) end
      host.log("warning", format("%sthis replaces %s, a part of the API; use another name, or local %s", at, name, name))
    end
  end
end

-- `declared` lists the names of all settings: one without a value is nil, any other name is an error.
function entries.load(source, chunk, settings, declared)
  define_widget()
  local known = {}
  for name in next, settings or {} do known[name] = true end
  for _, name in next, declared or {} do known[name] = true end
  globals.settings = read_only(settings or {}, function(name)
    if not known[name] then raise(format("there is no setting '%s'%s", tostring(name), hint(name, known))) end
  end, "settings are read only")
  sources[chunk], state.chunk = source, chunk
  defined.widget, defined.settings = globals.widget, globals.settings
  local run, message = host.compile(source, chunk, globals)
  if not run then host.syntax(message) end
  run()
  check_globals()
  check_entries()
  local record = {}
  for _, name in next, api.entry_points or {} do record[name] = type(rawget(globals, name)) end
  return describe(record)
end

-- Turns a field a context doesn't have into an error. These two may be nil.
local function guard_context(table, name, optional)
  return setmetatable(table, {
    __index = function(_, field)
      if optional[field] then return nil end
      local known = {}
      for key in next, table do known[key] = true end
      for key in next, optional do known[key] = true end
      raise(format("%s has no field %s%s", name, name_shown(field), hint(field, known)))
    end,
    __metatable = false,
  })
end

local function set_context(context, proposed)
  if type(context.size) == "table" then guard_context(context.size, "context.size", {}) end
  state.context = guard_context(context, "context", { family = true, last_update = true })
  state.proposed = proposed
end

-- Runs a function of the script that updates it, and asks for the view if there's new data.
local function run_update(name, update, need_content, ...)
  local returned = update(...)
  state.activity = nil
  local found = outcomes[returned]
  if not found then
    host.raise_at(update, format(
      "%s must return update_result.new_data, .no_data or .failed, got %s", name, described(returned)))
  end
  local record = { result = found.result, reason = found.reason }
  if type(rawget(globals, "content")) ~= "function" then record.printed = concat(state.printed, "\n") end
  -- After a failure the last good view stays: `content` may rely on data that couldn't be read.
  if found.result == "failed" or found.result ~= "new_data" and not need_content then return describe(record) end
  host.phase "content"
  return show(record)
end

local function begin_update(context, proposed)
  set_context(context, proposed)
  state.activity = "update"
  state.printed, state.refresh_after = {}, nil
end

function entries.update(context, proposed, need_content)
  begin_update(context, proposed)
  local perform_update = rawget(globals, "perform_update")
  if perform_update == nil and type(rawget(globals, "content")) == "function" then
    -- The broker compares the view with its own.
    host.phase "content"
    return show { result = "new_data", content_only = true }
  end
  if type(perform_update) ~= "function" then
    error(format("perform_update must be a function, got %s", type(perform_update)), 0)
  end
  return run_update("perform_update", perform_update, need_content, context)
end

-- Passes on what has arrived. It's an update, with `on_event` instead of `perform_update`.
function entries.events(events, dropped, context, proposed, need_content)
  begin_update(context, proposed)
  local on_event = rawget(globals, "on_event")
  if type(on_event) ~= "function" then error("the script does not define on_event", 0) end
  for i = 1, #events do guard_context(events[i], "event", { id = true }) end
  events.dropped = dropped
  return run_update("on_event", on_event, need_content, events, context)
end

function entries.content(context, proposed)
  set_context(context, proposed)
  state.activity = nil
  return show {}
end

function entries.action(number, generation, context, proposed, value) -- value: what a field passes on
  set_context(context, proposed)
  state.activity = "action"
  local handlers = state.handlers[generation]
  local handler = handlers and handlers[number]
  if not handler then error("this control belongs to a view that is gone", 0) end
  for older in pairs(state.handlers) do
    if older < generation then state.handlers[older] = nil end
  end
  if value == nil then handler() else handler(value) end
  state.activity = nil
  host.phase "content"
  return show {}
end

-- Opens a link to the widget, then asks for the view.
function entries.open(url, context, proposed)
  state.context, state.proposed, state.activity = context, proposed, "action"
  globals.on_open(url)
  state.activity = nil
  host.phase "content"
  return show {}
end

-- Passes the user's response to a notification, then asks for the view.
function entries.notification(event, context, proposed)
  local on_notification = rawget(globals, "on_notification")
  if type(on_notification) ~= "function" then error("the script does not define on_notification", 0) end
  set_context(context, proposed)
  state.activity = "action"
  on_notification(guard_context(event, "event", { id = true, category = true, text = true }))
  state.activity = nil
  host.phase "content"
  return show {}
end

return entries
