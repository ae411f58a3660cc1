-- The Lua half of the widget API: it turns the worker's primitives (`host`) into what a script sees.
--
-- It runs once, before any script, in the script's own state and with no more rights than a script has: every permission is
-- checked by the broker at the other end of `host.call`. It returns a table of entries, which the broker calls by name.

local host = ...
local globals = _G -- the script's globals: the allowed part of the standard library, to which we add

-- A script may replace any global, so keep what is used here.
local error, getmetatable, next, pairs, pcall, select, setmetatable, tonumber, tostring, type, rawget =
  error, getmetatable, next, pairs, pcall, select, setmetatable, tonumber, tostring, type, rawget
local concat, sort, table_unpack = table.concat, table.sort, table.unpack
local byte, find, format, gsub, lower, match, sub, unpack = string.byte, string.find, string.format, string.gsub, string.lower,
  string.match, string.sub, string.unpack
local min, max, tointeger, huge, number_type = math.min, math.max, math.tointeger, math.huge, math.type
local call, call_on, raise, anchor = host.call, host.call_on, host.raise, host.anchor

local standard = {} -- the names that were there before us
for name in next, globals do standard[name] = true end

-- Helpers -----------------------------------------------------------------------------------------------------------------------

-- Raises at the script's line unless the value has the type.
local function expect(value, wanted, what)
  if type(value) ~= wanted then raise(format("%s must be a %s, got %s", what, wanted, type(value))) end
  return value
end

-- A value that is wrong, in an error: `string "a"`, `number 3`, `table`, `json.null`.
local function shown(value)
  if value == host.json.null then return "json.null" end
  if type(value) == "string" then
    local text = gsub(sub(value, 1, 40), "[%c\"\\]", "?")
    return format('string "%s%s"', text, #value > 40 and "..." or "")
  end
  if type(value) == "number" then return "number " .. (value == value and tostring(value) or "nan") end
  return type(value)
end

local function name_shown(name) return type(name) == "string" and '"' .. name .. '"' or tostring(name) end

local function is_finite(value) return type(value) == "number" and value == value and value < huge and value > -huge end

-- How many letters must be changed, added, dropped or swapped with their neighbour to turn `a` into `b`.
local function distance(a, b)
  local before, previous = {}, {}
  for j = 0, #b do previous[j] = j end
  for i = 1, #a do
    local row = { [0] = i }
    for j = 1, #b do
      local change = byte(a, i) == byte(b, j) and 0 or 1
      row[j] = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + change)
      if i > 1 and j > 1 and byte(a, i) == byte(b, j - 1) and byte(a, i - 1) == byte(b, j) then
        row[j] = min(row[j], before[j - 2] + 1)
      end
    end
    before, previous = previous, row
  end
  return previous[#b]
end

-- `; did you mean "spacing"?`, or nothing when no key of `known` is near.
local function hint(name, known)
  if type(name) ~= "string" or #name > 64 then return "" end
  local best, nearest = 3, nil
  for candidate in next, known do
    local d = distance(lower(name), lower(candidate))
    local is_near = d * 2 <= max(#name, 2)
    if is_near and (d < best or d == best and nearest and candidate < nearest) then best, nearest = d, candidate end
  end
  return nearest and format('; did you mean "%s"?', nearest) or ""
end

local function set_of(names)
  local set = {}
  for name in string.gmatch(names, "[%w_]+") do set[name] = true end
  return set
end

-- The keys of a table that may only have names.
local function sorted_names(t, what)
  local names = {}
  for name in next, t do names[#names + 1] = expect(name, "string", what) end
  sort(names)
  return names
end

-- A table that can be read and walked, but not written; `unknown(name)` raises for a name that is not there.
local function read_only(values, unknown, complaint)
  return setmetatable({}, {
    __index = function(_, name)
      local value = values[name]
      if value == nil then unknown(name) end
      return value
    end,
    __newindex = function() raise(complaint) end,
    __pairs = function() return next, values, nil end,
    __metatable = false,
  })
end

-- What a script has said so far ------------------------------------------------------------------------------------------------

local state = {
  width = 0, height = 0, -- the preferred size
  has_content = true,
  hidden_by_content = false, -- content itself hid the widget, so it must be asked again
  refresh_after = nil, -- seconds
  activity = nil, -- "update" while perform_update runs, "content" while content runs, "action" while a handler runs
  context = nil, proposed = nil, -- of the call that is going on
  printed = {}, -- what perform_update printed
  generation = 0, -- counts the views that were sent
  handlers = {}, -- by generation: the functions of a view's buttons
}

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
local internal = { ["module.source"] = true, ["date.utc_offset"] = true, ["document.part"] = true, ["response.text"] = true, redraw = true }
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

-- Console ----------------------------------------------------------------------------------------------------------------------

local MAX_PRINTED = 16 * 1024 -- what one text view can hold

local function words(...)
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
  return concat(parts, "\t")
end

function globals.print(...)
  local text = words(...)
  host.log("print", text)
  local printed = state.printed
  if state.activity == "update" and (printed.size or 0) + #text < MAX_PRINTED then
    printed[#printed + 1] = text
    printed.size = (printed.size or 0) + #text + 1
  end
end

globals.log = {}
for level in next, set_of "debug info warning error" do
  globals.log[level] = function(...) host.log(level, words(...)) end
end

-- fetch ------------------------------------------------------------------------------------------------------------------------

local fetch_options = set_of "method headers query body json form multipart timeout retry redirect cache fresh_for usable_for"

-- Who asks, for messages: "fetch", or "fetch.all: requests[2]".
local asking = "fetch"

local function escape(text)
  return (gsub(tostring(text), "[^%w%-._~]", function(c) return format("%%%02X", byte(c)) end))
end

-- A number in its shortest exact form; a float that is an integer looks like one.
local function number_text(value)
  local whole = tointeger(value)
  return whole and format("%d", whole) or host.json.encode(value)
end

-- What a field of a query or a form may be, as text; nil for anything else.
local function field_text(value)
  if type(value) == "string" or type(value) == "boolean" then return tostring(value) end
  return is_finite(value) and number_text(value) or nil
end

-- The elements of a list without gaps; nil for any other table.
local function elements(list)
  local count = 0
  for _ in next, list do count = count + 1 end
  for i = 1, count do
    if rawget(list, i) == nil then return nil end
  end
  return count
end

-- { q = "a b", tag = { "x", "y" } } becomes "q=a%20b&tag=x&tag=y": names in order, so the same table is the same URL.
local function encode_fields(fields, what)
  local pairs_of_text = {}
  local function add(name, value, position)
    local text = field_text(value)
    if not text then
      raise(format("%s: %s.%s%s must be text, a number, a boolean or a list of them, got %s", asking, what, name, position or "",
        type(value) == "table" and not position and "a table with names" or shown(value)))
    end
    pairs_of_text[#pairs_of_text + 1] = escape(name) .. "=" .. escape(text)
  end
  for _, name in next, sorted_names(fields, asking .. ": a name in " .. what) do
    local value = fields[name]
    local count = type(value) == "table" and elements(value)
    if count then
      for i = 1, count do add(name, rawget(value, i), format("[%d]", i)) end
    else
      add(name, value)
    end
  end
  return concat(pairs_of_text, "&")
end

local function with_query(url, query)
  if query == "" then return url end
  local address, fragment = match(url, "^([^#]*)(.*)$")
  return address .. (find(address, "?", 1, true) and "&" or "?") .. query .. fragment
end

-- The script's headers: text, or a list of texts for a field that repeats. Returns them and their names in small letters.
local function read_headers(given)
  local headers, seen = {}, {}
  for _, name in next, sorted_names(given, asking .. ": a name in headers") do
    local value, small = given[name], lower(name)
    if seen[small] then raise(format("%s: headers has both %s and %s; write one, with a list", asking, seen[small], name)) end
    seen[small] = name
    local list = type(value) == "table" and value or { value }
    local texts = {}
    for i = 1, #list do
      if type(list[i]) ~= "string" and type(list[i]) ~= "number" then
        local wanted = type(value) == "table" and format("[%d] must be a string", i) or " must be a string or a list of strings"
        raise(format("%s: headers.%s%s, got %s", asking, name, wanted, type(list[i])))
      end
      texts[i] = tostring(list[i])
      if not utf8.len(texts[i]) then
        raise(format("%s: headers.%s is not UTF-8; a header cannot hold other bytes", asking, name))
      end
    end
    if #texts == 0 or next(list, #list) ~= nil then
      raise(format("%s: headers.%s must be a string or a list of strings, got %s", asking, name, type(value)))
    end
    headers[name] = type(value) == "table" and texts or texts[1]
  end
  return headers, seen
end

local function quoted(text) return '"' .. gsub(gsub(gsub(text, '"', "%%22"), "\r", "%%0D"), "\n", "%%0A") .. '"' end

-- multipart/form-data (RFC 7578): { name = "text" }, or { file = { body = bytes, filename = "a.png", content_type = "image/png" } }.
local part_fields = set_of "body filename content_type"

local function encode_parts(fields)
  local parts, whole = {}, ""
  for _, name in next, sorted_names(fields, asking .. ": a name in multipart") do
    local part, path = fields[name], asking .. ": multipart." .. name
    local head = "Content-Disposition: form-data; name=" .. quoted(name)
    local content = part
    if type(part) == "table" then
      for field in next, part do
        if not part_fields[field] then
          raise(format("%s has no field '%s'%s", path, tostring(field), hint(field, part_fields)))
        end
      end
      content = expect(part.body, "string", path .. ".body")
      if part.filename ~= nil then
        head = head .. "; filename=" .. quoted(expect(part.filename, "string", path .. ".filename"))
      end
      local kind = part.content_type
      if kind == nil then kind = "application/octet-stream" end
      expect(kind, "string", path .. ".content_type")
      if find(kind, "[\0-\31\127]") then raise(path .. ".content_type has a control character") end
      head = head .. "\r\nContent-Type: " .. kind
    elseif type(part) == "function" or type(part) == "thread" or type(part) == "userdata" then
      raise(format("%s must be text or a table with body, got %s", path, type(part)))
    end
    parts[#parts + 1] = head .. "\r\n\r\n" .. tostring(content) .. "\r\n"
  end
  whole = concat(parts)
  -- A boundary that is nowhere inside; the same parts have the same one.
  local number, boundary = 0, nil
  repeat
    number = number + 1
    boundary = "luawidget-part-" .. number
  until not find(whole, boundary, 1, true)
  local body = {}
  for i = 1, #parts do body[i] = "--" .. boundary .. "\r\n" .. parts[i] end
  return concat(body) .. "--" .. boundary .. "--\r\n", "multipart/form-data; boundary=" .. boundary
end

-- The request as the broker takes it. `body`, `json`, `form` and `multipart` are ways to say what to send: at most one of them.
local function build_request(url, options, who)
  asking = who
  local function option(name, wanted) return expect(options[name], wanted, who .. ": " .. name) end
  expect(url, "string", who .. ": url")
  local request = { url = url }
  if options == nil then return request end
  expect(options, "table", who .. ": options")
  for name in next, options do
    if name ~= 1 and not fetch_options[name] then
      raise(format("%s has no option '%s'%s", who, tostring(name), hint(name, fetch_options)))
    end
  end
  if options.method ~= nil then request.method = option("method", "string") end
  request.timeout, request.redirect, request.retry = options.timeout, options.redirect, options.retry
  request.cache, request.fresh_for, request.usable_for = options.cache, options.fresh_for, options.usable_for
  local headers, named = {}, {}
  if options.headers ~= nil then headers, named = read_headers(option("headers", "table")) end
  if options.query ~= nil then request.url = with_query(url, encode_fields(option("query", "table"), "query")) end
  local ways = {}
  for _, way in next, { "body", "json", "form", "multipart" } do
    if options[way] ~= nil then ways[#ways + 1] = way end
  end
  if #ways > 1 then raise(who .. " takes one of body, json, form and multipart") end
  local content_type
  if options.body ~= nil then
    request.body = option("body", "string")
  elseif options.json ~= nil then
    request.body, content_type = host.json.encode(options.json), "application/json"
  elseif options.form ~= nil then
    request.body, content_type = encode_fields(option("form", "table"), "form"), "application/x-www-form-urlencoded"
  elseif options.multipart ~= nil then
    request.body, content_type = encode_parts(option("multipart", "table"))
  end
  if content_type and not named["content-type"] then headers["content-type"] = content_type end
  if request.body and not request.method then request.method = "POST" end
  if next(headers) then request.headers = headers end
  return request
end

-- response.headers: lower-case names, found whatever the case they are asked for in.
local headers_meta = {
  __index = function(headers, name) return type(name) == "string" and rawget(headers, lower(name)) or nil end,
  __metatable = false,
}

local response_methods = {}

response_methods.json = anchor(function(self)
  if type(self) ~= "table" then raise "write response:json(), with a colon" end
  return decode_json(self.body)
end)

response_methods.header = anchor(function(self, name)
  if type(self) ~= "table" then raise "write response:header(name), with a colon" end
  return self.headers[expect(name, "string", "response:header: name")]
end)

local response_meta = { __index = response_methods, __metatable = false }

-- The broker's answer as a script sees it: a response, or nil and an err.
local function read_answer(answer)
  if answer.error then return nil, host.failure(answer.error) end
  local response = answer.response
  local headers = {}
  for _, pair in next, response.headers or {} do
    local name = lower(pair[1])
    -- A cookie may hold a comma (RFC 9110 section 5.3).
    local separator = name == "set-cookie" and "\n" or ", "
    headers[name] = headers[name] and headers[name] .. separator .. pair[2] or pair[2]
  end
  response.headers = setmetatable(headers, headers_meta)
  response.body = response.body or ""
  response.ok = response.status >= 200 and response.status <= 299
  return setmetatable(response, response_meta)
end

-- Bodies that are longer than a message go ahead in parts.
local function send_bodies(requests, name)
  local size = 0
  for i = 1, #requests do size = size + #(requests[i].body or "") end
  if size > MAX_TEXT then
    raise(format("%s: %s larger than 4 MiB", name, #requests > 1 and "the bodies together are" or "the body is"))
  end
  if size <= PART then return end
  for i = 1, #requests do
    local request = requests[i]
    -- Each body leaves room for the others in the one message.
    if #(request.body or "") * #requests > PART then
      request.body = send_parts(request.body, i)
    end
  end
end

local fetch = {}

-- All at the same time; the results in the order of the requests, each { response = r } or { error = err }.
function fetch.all(requests)
  expect(requests, "table", "fetch.all: requests")
  for key, value in next, requests do
    if number_type(key) ~= "integer" or key < 1 or key > #requests then
      local example = fetch_options[key] and format("; write it into a request: { url, %s = %s }", key, words(value)) or ""
      raise(format("fetch.all: requests must be a list, got the field '%s'%s", tostring(key), example))
    end
  end
  local list = {}
  for i = 1, #requests do
    local request, who = requests[i], format("fetch.all: requests[%d]", i)
    if type(request) == "table" then
      if type(request[1]) ~= "string" then
        raise(format("%s must begin with its url, as in { url, timeout = 5 }, got %s", who, type(request[1])))
      end
      list[i] = build_request(request[1], request, who)
    else
      list[i] = build_request(request, nil, who)
    end
  end
  send_bodies(list, "fetch.all")
  if #list == 0 then return {} end
  local results = call("fetch.all", list)
  for i = 1, #results do
    local response, err = read_answer(results[i])
    results[i] = { response = response, error = err }
  end
  return results
end

if served.fetch then
  globals.fetch = setmetatable(fetch, {
    __call = anchor(function(_, url, options)
      local request = build_request(url, options, "fetch")
      send_bodies({ request }, "fetch")
      return read_answer(call("fetch", request))
    end),
  })
end

-- xml and feed -----------------------------------------------------------------------------------------------------------------

-- Has the broker decode a document. What it cannot read is an err, as for every decoder.
local function decode(name, text, content_type, url)
  -- One byte too many is enough for the broker to say so.
  local answer = call(name, send_parts(#text > MAX_TEXT and sub(text, 1, MAX_TEXT + 1) or text, 1), content_type, url)
  if answer.error then return nil, host.failure(answer.error) end
  return answer.value
end

local function content_type(response)
  local value = type(response.headers) == "table" and response.headers["content-type"]
  return type(value) == "string" and value or nil
end

-- The body as UTF-8. What is that already stays here.
response_methods.text = anchor(function(self)
  if type(self) ~= "table" then raise "write response:text(), with a colon" end
  local body, kind = expect(self.body, "string", "response:text: body"), content_type(self)
  local says_utf8 = not kind or not find(lower(kind), "charset", 1, true) or find(lower(kind), "utf%-?8")
  if says_utf8 and utf8.len(body) and sub(body, 1, 3) ~= "\xEF\xBB\xBF" then return body end
  return decode("response.text", body, kind)
end)

-- Without blanks at the ends. A pattern would look at the blanks in the middle again and again.
local function trim(text)
  local first, last = find(text, "[^ \t\r\n]"), #text
  if not first then return "" end
  while find(" \t\r\n", sub(text, last, last), 1, true) do last = last - 1 end
  return sub(text, first, last)
end

local element_methods = {}
local element_meta = { __index = element_methods, __metatable = false }

-- The elements at the end of a path of names, from the step `at` on, into `found`; stops at the first when only one is wanted.
local function walk(element, steps, at, found, one)
  local children = type(element) == "table" and element.children
  if type(children) ~= "table" then return end
  for i = 1, #children do
    local child = children[i]
    if type(child) == "table" and (steps[at] == "*" or steps[at] == child.name) then
      if at == #steps then found[#found + 1] = child else walk(child, steps, at + 1, found, one) end
      if one and found[1] then return end
    end
  end
end

local function at_path(element, path, method, one)
  if type(element) ~= "table" then raise(format("write element:%s(path), with a colon", method)) end
  expect(path, "string", format("element:%s: path", method))
  local steps, found = {}, {}
  for step in string.gmatch(path, "[^/]+") do steps[#steps + 1] = step end
  if #steps > 0 then walk(element, steps, 1, found, one) end
  return found
end

element_methods.first = anchor(function(self, path) return at_path(self, path, "first", true)[1] end)
element_methods.all = anchor(function(self, path) return at_path(self, path, "all", false) end)
element_methods.value = anchor(function(self, path)
  local found = at_path(self, path, "value", true)[1]
  return found and found.text
end)

-- The tree of what the broker packed. A loop: a document may be deeper than a message.
local function build_tree(packed)
  local at, depth, open = 1, 0, {}
  local element, root
  while at <= #packed do
    local kind = byte(packed, at)
    at = at + 1
    if kind == 0 then -- the end of an element
      local content = element.content
      if content then
        local texts = {}
        for i = 1, #content do
          if type(content[i]) == "string" then texts[#texts + 1] = content[i] end
        end
        element.text = trim(concat(texts))
      end
      open[depth] = nil
      depth = depth - 1
      element = open[depth]
    elseif kind == 3 then -- a text among elements
      local text
      text, at = unpack("<s4", packed, at)
      element.content[#element.content + 1] = text
    else
      local name, count, text
      local attributes = {}
      name, count, at = unpack("<s2I2", packed, at)
      for _ = 1, count do
        local key, value
        key, value, at = unpack("<s2s4", packed, at)
        attributes[key] = value
      end
      if kind == 1 then text, at = unpack("<s4", packed, at) end
      local child = setmetatable({ name = name, attributes = attributes, text = text, children = {} }, element_meta)
      if kind == 2 then child.content = {} end
      if element then
        element.children[#element.children + 1] = child
        if element.content then element.content[#element.content + 1] = child end
      else
        root = child
      end
      depth = depth + 1
      open[depth], element = child, child
    end
  end
  return root
end

if served["xml.decode"] then
  local function decode_xml(text, type_of_content)
    local packed, err = decode("xml.decode", text, type_of_content)
    if not packed then return nil, err end
    return build_tree(packed)
  end

  globals.xml.decode = anchor(function(text) return decode_xml(expect(text, "string", "xml.decode: text")) end)

  response_methods.xml = anchor(function(self)
    if type(self) ~= "table" then raise "write response:xml(), with a colon" end
    return decode_xml(expect(self.body, "string", "response:xml: body"), content_type(self))
  end)
end

if served["feed.parse"] then
  globals.feed.parse = anchor(function(source)
    if type(source) == "table" and type(source.body) == "string" then
      return decode("feed.parse", source.body, content_type(source), type(source.url) == "string" and source.url or nil)
    end
    if type(source) ~= "string" then raise(format("feed.parse: source must be a text or a response, got %s", type(source))) end
    return decode("feed.parse", source)
  end)
end

-- cache and defaults -----------------------------------------------------------------------------------------------------------

if served["cache.get"] then
  local cache = globals.cache

  function cache.get(key)
    local found = call("cache.get", key)
    if found then return found.value, found.age end
  end

  -- nil is nothing to store; json.null is a value, which as an argument of its own would arrive as nil.
  function cache.set(key, value, ttl)
    if value == host.json.null then return call("cache.set", key, nil, ttl, true) end
    return call("cache.set", key, value, ttl)
  end

  -- The stored value, or what `make` returns, which is then stored. nil is not stored.
  function cache.remember(key, ttl, make)
    expect(make, "function", "cache.remember: the third argument")
    local value = cache.get(key)
    if value ~= nil then return value end
    value = make()
    if value ~= nil then cache.set(key, value, ttl) end
    return value
  end
end

-- A copy of a value that could be stored; raises for any other.
local function copy(value, path, depth)
  if value == nil or value == host.json.null or type(value) == "boolean" or type(value) == "number" or type(value) == "string" then
    return value
  end
  if type(value) ~= "table" then raise(format("%s: a %s cannot be stored", path, type(value))) end
  depth = (depth or 0) + 1
  if depth > 33 then raise(format("%s: tables may stand inside each other only to a depth of 32", #path > 40 and sub(path, 1, 40) .. " ..." or path)) end
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

-- The functions of one suite; nil is the widget's own. They work as `suite.get(key)` and as `suite:get(key)`.
local function defaults_suite(name)
  local suite = {}
  local registered = {} -- used while nothing is set; never stored
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

if served["defaults.get"] then
  local suites = {}
  globals.defaults = defaults_suite(nil)
  function globals.defaults.suite(name, method_name)
    if name == globals.defaults then name = method_name end
    expect(name, "string", "defaults.suite: name")
    if not suites[name] then
      call_on("defaults.get", name, "-") -- raises now when it is not allowed
      suites[name] = defaults_suite(name)
    end
    return suites[name]
  end
end

-- container: the files of a group. `files:read(path)` calls the broker's container.read(name, path).
if served["container.read"] then
  local methods = {}
  for method in next, set_of "read write list remove" do
    local name = "container." .. method
    methods[method] = anchor(function(self, path, bytes)
      local group = type(self) == "table" and rawget(self, "group")
      if not group then raise(format("write container:%s(...), with a colon", method)) end
      if method ~= "write" then return call_on(name, group, path) end
      if type(bytes) == "string" and #bytes > PART then
        if #bytes > MAX_TEXT then raise "container.write: the file is larger than 4 MiB" end
        bytes = send_parts(bytes, 3)
      end
      return call_on(name, group, path, bytes)
    end)
  end
  methods.exists = anchor(function(self, path)
    local group = type(self) == "table" and rawget(self, "group")
    if not group then raise "write container:exists(path), with a colon" end
    return call_on("container.read", group, path) ~= nil
  end)
  local meta = { __index = methods, __metatable = false }
  globals.container = function(name)
    expect(name, "string", "container: the name")
    call_on("container.list", name) -- raises now when it is not allowed
    return setmetatable({ group = name }, meta)
  end
end

-- require: the widget's own modules --------------------------------------------------------------------------------------------

local modules = {} -- by name: { value } when loaded, false while loading

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

local seconds_of = { ms = 0.001, s = 1, m = 60, h = 3600, d = 86400, w = 604800 }

function globals.refresh_after(duration)
  local seconds = duration
  if type(duration) == "string" then
    local number, unit = match(duration, "^(%d+%.?%d*)(%a+)$")
    seconds = seconds_of[unit] and tonumber(number) * seconds_of[unit]
  end
  if not is_finite(seconds) or seconds < 0 then
    raise(format('refresh_after: %s is not a duration; write seconds, or text such as "30s", "10m", "1h", "1d"',
      type(duration) == "string" and format("%q", duration) or shown(duration)))
  end
  state.refresh_after = seconds
end

local outcomes = setmetatable({}, { __mode = "k" }) -- a value of update_result: what it says

local function outcome(result, reason, behaviour)
  behaviour = behaviour or {}
  behaviour.__tostring = function() return result end
  behaviour.__newindex = function() raise "update_result is read only" end
  behaviour.__metatable = false
  local value = setmetatable({}, behaviour)
  outcomes[value] = { result = result, reason = reason }
  return value
end

-- The text of what a script gave as a reason: text, a number, or an err.
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

-- Views ------------------------------------------------------------------------------------------------------------------------
-- A view is a plain table: { type = "text", text = "Boarding", line = 12, file = "flight.lua", color = "red" }. The broker checks
-- every field and uses `line` to say where a wrong one was written.

-- What a view's positional values are: the name of the field that takes the first of them, "text" for text of several pieces,
-- or "children".
local takes = {
  text = "text", label = "text", button = "text", link = "text", toggle = "text", activity_indicator = "text",
  icon = "name", date = "date", image = "src", progress = "value", gauge = "value", chart = "values",
  vstack = "children", hstack = "children", zstack = "children", grid = "children", group = "children", private = "children",
  spacer = "nothing", divider = "nothing",
}

-- The positional values in order. nil between two of them is a hole, which `#` cannot see past.
local function positional(fields)
  local positions = {}
  for key in next, fields do
    if tointeger(key) and key >= 1 then positions[#positions + 1] = key end
  end
  sort(positions)
  local values = {}
  for i = 1, #positions do
    local value = fields[positions[i]]
    if value ~= false then values[#values + 1] = value end
  end
  return values
end

local function join_text(kind, values)
  for i = 1, #values do
    local value = values[i]
    if type(value) == "table" and type(rawget(value, "message")) == "string" then value = value.message end -- an err
    if type(value) ~= "string" and type(value) ~= "number" then
      raise(format("ui.%s: text must be a string or a number, got %s", kind, type(value)))
    end
    values[i] = tostring(value)
  end
  return concat(values)
end

local function here(view)
  view.line, view.file = host.line()
  return view
end

-- Adds the views in `values` to `children`. A list of views, as a loop makes it, counts as its elements.
local function add_children(children, values, kind, nested)
  for i = 1, #values do
    local value = values[i]
    if type(value) == "string" or type(value) == "number" then
      value = here { type = "text", text = tostring(value) }
    elseif type(value) ~= "table" then
      raise(format("ui.%s: child %d must be a view, got %s", kind, i, type(value)))
    end
    if type(rawget(value, "type")) == "string" then
      children[#children + 1] = value
    elseif not nested and (#value > 0 or next(value) == nil) then
      add_children(children, positional(value), kind, true)
    else
      raise(format("ui.%s: child %d is a table but not a view (ui.text, ui.vstack ...)", kind, i))
    end
  end
  return children
end

-- A copy of a list, with json.null in each hole: { 1, nil, 3 } has a gap, and a message knows no holes. So are its lists.
local function without_holes(list, is_nested)
  if type(list) ~= "table" or rawget(list, "values") ~= nil then return list end
  local last = 0
  for key in next, list do
    if not tointeger(key) or key < 1 or key > 10000 then return list end -- not a list; the broker will say what it should be
    last = max(last, key)
  end
  local copy = {}
  for i = 1, last do
    local value = rawget(list, i)
    if value == nil then value = host.json.null end
    copy[i] = is_nested and value or without_holes(value, true)
  end
  return copy
end

-- What only a chart has: its own `type`, which is not the view's kind, and lists with gaps.
local function finish_chart(view, written_type, values)
  if written_type ~= nil and view.chart ~= nil then raise "ui.chart: give either type or chart" end
  if type(written_type) == "function" then raise "ui.chart: type: a function can only be given as on_tap or action" end
  if written_type ~= nil then view.chart = written_type end
  if #values > 0 and type(values[1]) ~= "table" then view.values = values end -- ui.chart { 1, 2, 3 }
  view.values, view.labels = without_holes(view.values), without_holes(view.labels)
  if type(view.series) == "table" then
    local series = without_holes(view.series)
    for i, one in next, series do
      if type(one) == "table" and type(rawget(one, "values")) == "table" then
        local copy = {}
        for name, value in next, one do copy[name] = value end
        copy.values = without_holes(copy.values, true)
        series[i] = copy
      end
    end
    view.series = series
  end
end

local function build(kind, what, fields)
  local view = { type = kind }
  if fields == nil then
    fields = {}
  elseif type(fields) == "table" and type(rawget(fields, "type")) == "string" and what == "children" then
    fields = { fields } -- ui.vstack(view)
  elseif type(fields) ~= "table" then
    fields = { fields } -- ui.text "hi"
  end
  for name, value in next, fields do
    if type(name) == "string" then
      view[name] = value
    elseif not tointeger(name) or name < 1 then
      raise(format("ui.%s: a field's name must be text, got %s", kind, tostring(name)))
    end
  end
  local values = positional(fields)
  if what == "children" then
    view.children = add_children({}, values, kind)
  elseif what == "text" then
    if #values > 0 or view.text == nil then view.text = join_text(kind, values) end
  elseif #values > 0 then
    if what == "nothing" then raise(format("ui.%s takes no positional value", kind)) end
    if #values > 1 and (kind ~= "chart" or type(values[1]) == "table") then
      raise(format("ui.%s takes one positional value, its %s; got %d", kind, what, #values))
    end
    view[what] = values[1]
  end
  if view.on_tap ~= nil and view.action ~= nil then raise(format("ui.%s: give either action or on_tap", kind)) end
  if kind == "chart" then finish_chart(view, rawget(fields, "type"), values) end
  view.type = kind
  return here(view)
end

local ui = {}
for kind, what in next, takes do
  ui[kind] = function(fields, ...)
    for i = 1, select("#", ...) do
      if (select(i, ...)) ~= nil then
        raise(format("ui.%s takes one table: write ui.%s { a, b }, with braces", kind, kind))
      end
    end
    return build(kind, what, fields)
  end
end
globals.ui = setmetatable(ui, {
  __index = function(_, name) raise(format("there is no view ui.%s%s", tostring(name), hint(name, takes))) end,
  __metatable = false,
})

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
