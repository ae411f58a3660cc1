-- Size, result, refresh --------------------------------------------------------------------------------------------------------

local function check_length(value, name)
  if not is_finite(value) or value < 0 then
    raise(format("preferred_size: %s must be a number of points, 0 or more, got %s", name, shown(value)))
  end
  return value
end

function globals.preferred_size(...)
  if select("#", ...) > 0 then
    local width, height = ...
    state.width, state.height = check_length(width, "width"), check_length(height, "height")
  end
  return state.width, state.height
end

function globals.has_content(visible)
  if visible ~= nil then
    state.has_content = expect(visible, "boolean", "has_content: the argument")
    state.hidden_by_content = not visible and state.activity == "content"
  end
  return state.has_content
end

-- The broker parses the duration, as for every other function.
function globals.refresh_after(delay) state.refresh_after = call("refresh_after", delay) end

local clock = globals.os.time

function globals.refresh_at(time)
  if not is_finite(time) then raise(format("refresh_at: time must be in seconds since 1970, got %s", shown(time))) end
  if time > 1e11 then raise(format("refresh_at: %s looks like milliseconds; divide it by 1000", shown(time))) end
  if time < 1e8 and clock() > 1e8 then
    raise(format("refresh_at: %s is a time in the year 1970; for a delay write refresh_after", shown(time)))
  end
  state.refresh_after = max(0, time - clock())
end

local outcomes = setmetatable({}, { __mode = "k" }) -- by value of update_result

local function outcome(result, reason, behaviour)
  behaviour = behaviour or {}
  behaviour.__tostring = function() return result end
  behaviour.__newindex = function() raise "update_result is read only" end
  behaviour.__metatable = false
  local value = setmetatable({}, behaviour)
  outcomes[value] = { result = result, reason = reason }
  return value
end

-- A reason's text: text, a number, or an error object.
local function reason_text(reason)
  if type(reason) == "table" and type(rawget(reason, "message")) == "string" then return rawget(reason, "message") end
  if reason == nil or type(reason) == "string" then return reason end
  if type(reason) == "number" then return tostring(reason) end
  raise(format("update_result.failed takes text or an error object, got %s", type(reason)))
end

local results = {
  new_data = outcome "new_data",
  no_data = outcome "no_data",
  failed = outcome("failed", nil, {
    __call = anchor(function(_, reason) return outcome("failed", reason_text(reason)) end),
  }),
}

globals.update_result = read_only(results, function(name)
  raise(format("update_result has no '%s'%s", tostring(name), hint(name, results)))
end, "update_result is read only")

-- Describes a wrong value returned or passed by a script, for an error message.
local function described(value)
  local found = outcomes[value]
  if found then return "update_result." .. found.result end
  if value == globals.update_result then return "update_result itself" end
  if type(value) == "function" then
    for kind, build in next, globals.ui do
      if value == build then return "the function ui." .. kind end
    end
  end
  if type(value) == "table" then
    local kind, first = rawget(value, "type"), rawget(value, 1)
    if type(kind) == "string" then return "a view (ui." .. kind .. ")" end
    if type(first) == "table" and type(rawget(first, "type")) == "string" then return "a list of views" end
  end
  return shown(value)
end
