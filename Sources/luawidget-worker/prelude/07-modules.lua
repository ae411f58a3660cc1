-- require and package: pure-Lua modules ----------------------------------------------------------------------------------------

-- Libraries test for these; calling a missing member gets a hint from the broker.
globals.io, globals.debug = {}, {}

local loaded = { _G = globals } -- by name: what `require` returns
for _, name in next, { "string", "table", "math", "utf8", "coroutine", "os", "io", "debug" } do loaded[name] = globals[name] end

local package = { loaded = loaded, preload = {}, config = "/\n;\n?\n!\n-\n", path = "./?.lua;./?/init.lua", cpath = "" }
globals.package, loaded.package = package, package
for _, name in next, { "io", "debug", "package" } do standard[name] = true end

-- Compiles a module in the widget's folder. Returns its loader and its file, or a message if there's no such module.
local function find_module(name)
  if not match("." .. name .. ".", "^[.%w_-]+$") or find("." .. name .. ".", "..", 1, true) then
    raise(format("require: '%s' is not a module name (letters, digits, _, - and dots)", name))
  end
  local file = call("module.source", name)
  if file.missing then
    return format("there is no module '%s' in the widget's folder (tried %s)", name, concat(file.missing, " and "))
  end
  sources[file.chunk] = file.source
  local run, message = host.compile(file.source, file.chunk, globals)
  if not run then error(message, 0) end
  return run, file.chunk
end

local function find_preloaded(name)
  local loader = rawget(package.preload, name)
  return loader ~= nil and expect(loader, "function", format("require: package.preload['%s']", name)), ":preload:"
end

-- A searcher returns a loader and its data, or a message, as in Lua. Libraries add their own.
package.searchers = { find_preloaded, find_module }

-- A module's loader and data, from the first searcher that finds it.
local function find_loader(name)
  local searchers, messages = expect(package.searchers, "table", "require: package.searchers"), {}
  for i = 1, #searchers do
    local loader, data = searchers[i](name)
    if type(loader) == "function" then return loader, data end
    if type(loader) == "string" then messages[#messages + 1] = loader end
  end
  raise("require: " .. concat(messages, "; "))
end

local loading = {} -- names of modules with running chunks

function globals.require(name)
  expect(name, "string", "require: name")
  if loaded[name] then return loaded[name] end
  if loading[name] then raise(format("require: '%s' requires itself", name)) end
  local loader, data = find_loader(name)
  loading[name] = true
  local ok, value = pcall(loader, name, data)
  loading[name] = nil
  if not ok then error(value, 0) end
  if value ~= nil then loaded[name] = value elseif loaded[name] == nil then loaded[name] = true end
  return loaded[name], data
end
