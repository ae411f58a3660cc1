-- Namespaces that the broker serves: "cache.get" becomes cache.get = function(...) ----------------------------------------------

-- A text of these may be longer than a message; the value is its place among the arguments.
local long_text = {
  ["csv.decode"] = 1, ["ical.parse"] = 1, ["url.parse"] = 1, ["url.encode"] = 1, ["url.decode"] = 1, ["base64.encode"] = 1,
  ["base64.decode"] = 1, ["hash.sha256"] = 1, ["hash.sha1"] = 1, ["hash.md5"] = 1, ["hash.hmac_sha256"] = 2, ["date.parse"] = 1,
}

local MAX_TEXT = 4 * 1024 * 1024
local PART = 512 * 1024 -- of a text, in one message

-- Sends what of a text does not fit into one message; the broker puts it in front of the rest, which is returned.
local function send_parts(text, place)
  local at = 1
  while #text - at >= PART do
    call("document.part", sub(text, at, at + PART - 1), place)
    at = at + PART
  end
  return at == 1 and text or sub(text, at)
end

-- Asked for by the worker itself, not by scripts.
local internal = {
  ["module.source"] = true, ["date.utc_offset"] = true, ["document.part"] = true, ["response.text"] = true, redraw = true,
}
local served = {}

-- What they are given may be wrong without the script being wrong: they answer { value = v } or { error = text }, and the script
-- sees v, or nil and the error.
local decoders = {
  ["date.parse"] = true, ["csv.decode"] = true, ["ical.parse"] = true, ["url.parse"] = true, ["url.decode"] = true,
  ["base64.decode"] = true, run = true, notify = true,
}

local function namespace(name)
  if type(globals[name]) ~= "table" then globals[name] = {} end
  return globals[name]
end

for _, name in next, host.functions or {} do
  served[name] = true
  local group, member = match(name, "^([%w_]+)%.([%w_]+)$")
  local place = long_text[name]
  local function send(...)
    local text = place and select(place, ...)
    if type(text) ~= "string" or #text <= PART then return call(name, ...) end
    if #text > MAX_TEXT then
      local problem = name .. ": the text is larger than 4 MiB"
      if not decoders[name] then raise(problem) end
      return { error = { kind = "decode", message = problem } }
    end
    local arguments = { ... }
    arguments[place] = send_parts(text, place)
    return call(name, table_unpack(arguments, 1, select("#", ...)))
  end
  local function forward(...)
    if not decoders[name] then return send(...) end
    local answer = send(...)
    local problem = answer.error
    if problem then return nil, type(problem) == "table" and host.failure(problem) or problem end
    return answer.value
  end
  if not internal[name] then
    if group then namespace(group)[member] = forward else globals[name] = globals[name] or forward end
  end
end

local json_options = { pretty = true }

local function decode_json(text) return host.json.decode(expect(text, "string", "json.decode: text")) end

globals.json = {
  null = host.json.null, array = host.json.array, decode = decode_json,
  encode = function(value, options)
    if options ~= nil then
      for name, wanted in next, expect(options, "table", "json.encode: options") do
        if not json_options[name] then
          raise(format("json.encode has no option %s%s", name_shown(name), hint(name, json_options)))
        end
        expect(wanted, "boolean", "json.encode: pretty")
      end
    end
    return host.json.encode(value, options)
  end,
}
