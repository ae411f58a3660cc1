-- Host functions ---------------------------------------------------------------------------------------------------------------
-- The broker declares them (`host.api.functions`): "cache.get" becomes cache.get = function(...).

local api = host.api or {}
local functions = api.functions or {}

-- The names of the options a function accepts, as a set.
local function options_of(name)
  local options = {}
  for _, option in next, functions[name] and functions[name].options or {} do options[option] = true end
  return options
end

local function is_served(name) return functions[name] ~= nil and functions[name].served == true end

local PART = api.part_size or 512 * 1024 -- bytes of a long argument in one message
local MAX_TEXT = api.maximum_size or 4 * 1024 * 1024

-- Sends the beginning of a long argument ahead, in parts. Returns the rest, at most `rest` bytes, for the call itself to bring.
local function send_parts(text, position, rest)
  local at = 1
  while #text - at >= rest do
    call(api.part_call, sub(text, at, at + PART - 1), position)
    at = at + PART
  end
  return at == 1 and text or sub(text, at)
end

local function is_too_large(text, name)
  if #text > MAX_TEXT then return name .. ": the text is larger than 4 MiB" end
end

-- Calls the broker. An argument declared as long may be longer than a message. `send` is `call` or `call_on`.
local function invoke(send, name, ...)
  local position = functions[name] and functions[name].long_argument
  local text = position and select(position, ...)
  if type(text) ~= "string" or #text <= PART then return send(name, ...) end
  local problem = is_too_large(text, name)
  if problem then
    if not functions[name].returns_error then raise(problem) end
    return { error = { kind = "decode", message = problem } }
  end
  local arguments = { ... }
  arguments[position] = send_parts(text, position, PART)
  return send(name, table_unpack(arguments, 1, select("#", ...)))
end

-- The results of a function that doesn't raise: the broker returns { value = v } or { error = err }.
local function value_or_error(reply)
  local problem = reply.error
  if problem then return nil, type(problem) == "table" and host.failure(problem) or problem end
  return reply.value
end

local function namespace(name)
  if type(globals[name]) ~= "table" then globals[name] = {} end
  return globals[name]
end

local plain = {} -- functions outside any namespace, by name
for name, declared in next, functions do
  local group, member = match(name, "^([%w_]+)%.([%w_]+)$")
  if declared.forwarded then
    local function forward(...) return invoke(call, name, ...) end
    if declared.returns_error then forward = function(...) return value_or_error(invoke(call, name, ...)) end end
    if group then namespace(group)[member] = forward else plain[name] = forward end
  end
end

-- notify { ... } and notify.cancel(id): you can call a namespace of the same name.
for name, forward in next, plain do
  if type(globals[name]) == "table" then
    setmetatable(globals[name], { __call = function(_, ...) return forward(...) end, __metatable = false })
  else
    globals[name] = globals[name] or forward
  end
end

-- Raises for an option that doesn't exist.
local function check_options(what, options, known)
  for name in next, expect(options, "table", what .. ": options") do
    if not known[name] then raise(format("%s has no option %s%s", what, name_shown(name), hint(name, known))) end
  end
end

local decode_options, encode_options = options_of "json.decode", options_of "json.encode"

local function decode_json(text, options, what)
  what = what or "json.decode"
  local drops_null = false
  if options ~= nil then
    check_options(what, options, decode_options)
    drops_null = options.null == "drop"
    if options.null ~= nil and not drops_null then raise(format('%s: null must be "drop", got %s', what, shown(options.null))) end
  end
  return host.json.decode(expect(text, "string", what .. ": text"), drops_null)
end

globals.json = {
  null = host.json.null, array = host.json.array,
  decode = function(text, options) return decode_json(text, options) end,
  encode = function(value, options)
    if options ~= nil then
      check_options("json.encode", options, encode_options)
      if options.pretty ~= nil then expect(options.pretty, "boolean", "json.encode: pretty") end
    end
    return host.json.encode(value, options)
  end,
}
