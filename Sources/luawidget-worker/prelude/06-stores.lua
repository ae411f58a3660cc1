-- cache and defaults -----------------------------------------------------------------------------------------------------------

if is_served "cache.get" then
  local cache = globals.cache

  function cache.get(key)
    local found = call("cache.get", key)
    if found then return found.value, found.age end
  end

  -- json.null is a value, but as an argument it would arrive as nil.
  function cache.set(key, value, ttl)
    if value == host.json.null then return call("cache.set", key, nil, ttl, true) end
    return call("cache.set", key, value, ttl)
  end

  -- The stored value, or else the result of `make`, which is then stored. nil isn't stored.
  function cache.remember(key, ttl, make)
    expect(make, "function", "cache.remember: the third argument")
    local value = cache.get(key)
    if value ~= nil then return value end
    value = make()
    if value ~= nil then cache.set(key, value, ttl) end
    return value
  end
end

-- A copy of a storable value; raises for any other.
local function copy(value, path, depth)
  local kind = type(value)
  if value == nil or value == host.json.null or kind == "boolean" or kind == "number" or kind == "string" then return value end
  if kind ~= "table" then raise(format("%s: a %s cannot be stored", path, kind)) end
  depth = (depth or 0) + 1
  if depth > 33 then
    raise(format("%s: tables are nested deeper than the limit of 32", #path > 40 and sub(path, 1, 40) .. " ..." or path))
  end
  local made = {}
  for key, element in next, value do
    local step = type(key) == "string" and "." .. key or "[" .. tostring(key) .. "]"
    if type(key) ~= "string" and not tointeger(key) then
      raise(format("%s: a key must be text or a position, got %s", path, shown(key)))
    end
    made[key] = copy(element, path and #path < 200 and path .. step or path, depth)
  end
  return made
end

-- The functions of one suite; nil is the widget's own. You can call them as `suite.get(key)` and as `suite:get(key)`.
local function defaults_suite(name)
  local suite = {}
  local registered = {} -- values for keys that aren't set; never stored
  local function method(implementation)
    return anchor(function(first, ...)
      if first == suite then return implementation(...) end
      return implementation(first, ...)
    end)
  end
  suite.get = method(function(key, fallback)
    local found = call_on("defaults.get", name, key)
    if found then return found.value end
    if registered[key] ~= nil then return copy(registered[key]) end
    return fallback
  end)
  suite.set = method(function(key, value)
    expect(key, "string", "defaults.set: key")
    if value == nil then
      call_on("defaults.remove", name, key)
    elseif value == host.json.null then
      call_on("defaults.set", name, key, nil, true)
    else
      call_on("defaults.set", name, key, value)
    end
  end)
  suite.remove = method(function(key) call_on("defaults.remove", name, key) end)
  suite.register = method(function(values)
    for key, value in next, expect(values, "table", "defaults.register: values") do
      expect(key, "string", "defaults.register: a key")
      registered[key] = copy(value, "defaults.register: " .. key, 1)
    end
  end)
  suite.all = method(function()
    local values = copy(registered)
    for key, value in next, call_on("defaults.all", name) or {} do values[key] = value end
    return values
  end)
  return suite
end

if is_served "defaults.get" then
  local suites = {}
  globals.defaults = defaults_suite(nil)
  function globals.defaults.suite(name, method_name)
    if name == globals.defaults then name = method_name end
    expect(name, "string", "defaults.suite: name")
    if not suites[name] then
      call_on("defaults.get", name, "-") -- raises now if the group isn't allowed
      suites[name] = defaults_suite(name)
    end
    return suites[name]
  end
end

-- container: a group's files. `files:read(path)` calls the broker's container.read(name, path).
if is_served "container.read" then
  local methods = {}
  for name in next, functions do
    local method = match(name, "^container%.(%a+)$")
    if method then
      methods[method] = anchor(function(self, ...)
        local group = type(self) == "table" and rawget(self, "group")
        if not group then raise(format("write container:%s(...), with a colon", method)) end
        return invoke(call_on, name, group, ...)
      end)
    end
  end
  local meta = { __index = methods, __metatable = false }
  globals.container = function(name)
    expect(name, "string", "container: the name")
    call_on("container.list", name) -- raises now if the group isn't allowed
    return setmetatable({ group = name }, meta)
  end
end
