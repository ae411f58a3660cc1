-- require: the widget's own modules --------------------------------------------------------------------------------------------

local modules = {} -- by name: { value = ... } when loaded, false while loading

function globals.require(name)
  expect(name, "string", "require: name")
  if not match("." .. name, "^[.a-z0-9_]+$") or find("." .. name .. ".", "..", 1, true) then
    raise(format("require: '%s' is not a module name (a-z, 0-9, _ and dots)", name))
  end
  local module = modules[name]
  if module then return module.value end
  if module == false then raise(format("require: '%s' requires itself", name)) end
  local file = call("module.source", name)
  if not file then raise(format("require: there is no module '%s' in the widget's folder", name)) end
  local run, message = host.compile(file.source, file.chunk, globals)
  if not run then error(message, 0) end
  modules[name] = false
  local ok, value = pcall(run, name)
  if not ok then
    modules[name] = nil
    error(value, 0)
  end
  if value == nil then value = true end
  modules[name] = { value = value }
  return value
end
