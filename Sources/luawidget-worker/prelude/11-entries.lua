-- Entries ----------------------------------------------------------------------------------------------------------------------

local entries = {}

-- nil: `manifest` was not asked for; false: it found none
local manifest_found = nil

-- Runs the script in an empty world until it calls `widget`.
function entries.manifest(source, chunk)
  local stop, found, touched = {}, nil, false
  local function outside(_, name)
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

-- `widget` in the real run: the manifest is known by now, so the call only has to be in its place.
local function define_widget()
  local called = false
  globals.widget = anchor(function()
    if manifest_found == false then raise "widget { ... } must be the first statement" end
    if called then raise "widget { ... } may be called only once" end
    called = true
  end)
end

-- `declared` lists the names of all settings: one that has no value is nil, one that is not declared is a mistake.
function entries.load(source, chunk, settings, declared)
  define_widget()
  local known = {}
  for name in next, settings or {} do known[name] = true end
  for _, name in next, declared or {} do known[name] = true end
  globals.settings = read_only(settings or {}, function(name)
    if not known[name] then raise(format("there is no setting '%s'%s", tostring(name), hint(name, known))) end
  end, "settings are read only")
  local run, message = host.compile(source, chunk, globals)
  if not run then host.syntax(message) end
  run()
  return describe {
    perform_update = type(rawget(globals, "perform_update")),
    margin_insets = type(rawget(globals, "margin_insets")),
    content = type(rawget(globals, "content")),
  }
end

function entries.update(context, proposed, need_content)
  state.context, state.proposed, state.activity = context, proposed, "update"
  state.printed, state.refresh_after = {}, nil
  local perform_update = rawget(globals, "perform_update")
  if type(perform_update) ~= "function" then
    error(format("perform_update must be a function, got %s", type(perform_update)), 0)
  end
  local answer = perform_update(context)
  state.activity = nil
  local said = outcomes[answer]
  if not said then
    host.raise_at(perform_update, format(
      "perform_update must return update_result.new_data, .no_data or .failed, got %s", type(answer)))
  end
  local record = { result = said.result, reason = said.reason }
  if type(rawget(globals, "content")) ~= "function" then record.printed = concat(state.printed, "\n") end
  if said.result ~= "new_data" and not need_content then return describe(record) end
  host.phase "content"
  return show(record)
end

function entries.content(context, proposed)
  state.context, state.proposed, state.activity = context, proposed, nil
  return show {}
end

function entries.action(number, generation, context, proposed)
  state.context, state.proposed, state.activity = context, proposed, "action"
  local handlers = state.handlers[generation]
  local handler = handlers and handlers[number]
  if not handler then error("this control belongs to a view that is gone", 0) end
  for older in pairs(state.handlers) do
    if older < generation then state.handlers[older] = nil end
  end
  handler()
  state.activity = nil
  host.phase "content"
  return show {}
end

return entries
