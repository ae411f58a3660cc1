-- fetch ------------------------------------------------------------------------------------------------------------------------

local fetch_options = options_of "fetch"

-- The subject of error messages: "fetch", or "fetch.all: requests[2]".
local asking = "fetch"

local function escape(text)
  return (gsub(tostring(text), "[^%w%-._~]", function(c) return format("%%%02X", byte(c)) end))
end

-- A number in its shortest exact form; an integral float looks like an integer.
local function number_text(value)
  local whole = tointeger(value)
  return whole and format("%d", whole) or host.json.encode(value)
end

-- A query's or form's value as text; nil for a value that can't be one.
local function field_text(value)
  if type(value) == "string" or type(value) == "boolean" then return tostring(value) end
  return is_finite(value) and number_text(value) or nil
end

-- The number of elements of a list without gaps; nil for any other table.
local function elements(list)
  local count = 0
  for _ in next, list do count = count + 1 end
  for i = 1, count do
    if rawget(list, i) == nil then return nil end
  end
  return count
end

-- { q = "a b", tag = { "x", "y" } } becomes "q=a%20b&tag=x&tag=y". Names are sorted, so equal tables give equal URLs.
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

-- The script's header fields: text, or a list of texts for a repeated field. Returns them, and their names in lowercase.
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

-- Bytes sent of a URL and of a request's header fields, each: more than the broker accepts, and it reports the excess.
local LONGEST = PART // 4

-- The first bytes of a text, in whole characters.
local function first_bytes(text, count)
  if #text <= count then return text end
  while count > 0 and byte(text, count + 1) & 0xC0 == 0x80 do count = count - 1 end
  return sub(text, 1, count)
end

-- The header fields, without what follows the first LONGEST bytes.
local function trimmed(headers)
  local kept, left = {}, LONGEST
  for name, value in next, headers do
    local list, texts = type(value) == "table" and value or { value }, {}
    for i = 1, #list do
      if left <= 0 then break end
      texts[i] = first_bytes(list[i], left)
      left = left - #name - #list[i] - 4
    end
    if texts[1] then kept[first_bytes(name, LONGEST)] = type(value) == "table" and texts or texts[1] end
  end
  return kept
end

-- A body as JSON; nil and its least size in bytes if it's far too long.
local function encode_json(value)
  local done, text = pcall(host.json.encode, value)
  if done then return text end
  -- The encoder gives up at 8 MiB.
  if find(tostring(text), "more than 8 MiB of text", 1, true) then return nil, 2 * MAX_TEXT end
  error(text, 0)
end

local function quoted(text) return '"' .. gsub(gsub(gsub(text, '"', "%%22"), "\r", "%%0D"), "\n", "%%0A") .. '"' end

-- multipart/form-data (RFC 7578): { name = "text" }, or
-- { file = { body = bytes, filename = "a.png", content_type = "image/png" } }.
local part_fields = {}
for _, name in next, api.part_fields or {} do part_fields[name] = true end

local function encode_parts(fields)
  local parts = {}
  for _, name in next, sorted_names(fields, asking .. ": a name in multipart") do
    local part, path = fields[name], asking .. ": multipart." .. name
    local head = "Content-Disposition: form-data; name=" .. quoted(name)
    local content = part
    if type(part) == "table" then
      for field in next, part do
        if not part_fields[field] then
          raise(format("%s has no field %s%s", path, name_shown(field), hint(field, part_fields)))
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
  local whole = concat(parts)
  -- A boundary that doesn't occur in the parts; equal parts have equal boundaries.
  local number, boundary = 0
  repeat
    number = number + 1
    boundary = "luawidget-part-" .. number
  until not find(whole, boundary, 1, true)
  local body = {}
  for i = 1, #parts do body[i] = "--" .. boundary .. "\r\n" .. parts[i] end
  return concat(body) .. "--" .. boundary .. "--\r\n", "multipart/form-data; boundary=" .. boundary
end

-- The request as the broker expects it. At most one of `body`, `json`, `form` and `multipart` gives the body.
local function build_request(url, options, who)
  asking = who
  local function option(name, wanted) return expect(options[name], wanted, who .. ": " .. name) end
  expect(url, "string", who .. ": url")
  local request = { url = first_bytes(url, LONGEST) }
  if options == nil then return request end
  expect(options, "table", who .. ": options")
  for name in next, options do
    if not fetch_options[name] then
      raise(format("%s has no option %s%s", who, name_shown(name), hint(name, fetch_options)))
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
    request.body, request.omitted_body = encode_json(options.json)
    content_type = "application/json"
  elseif options.form ~= nil then
    request.body, content_type = encode_fields(option("form", "table"), "form"), "application/x-www-form-urlencoded"
  elseif options.multipart ~= nil then
    request.body, content_type = encode_parts(option("multipart", "table"))
  end
  if content_type and not named["content-type"] then headers["content-type"] = content_type end
  if (request.body or request.omitted_body) and not request.method then request.method = "POST" end
  if next(headers) then request.headers = trimmed(headers) end
  request.url = first_bytes(request.url, LONGEST)
  return request
end

-- response.headers: names in lowercase, found in any case.
local headers_meta = {
  __index = function(headers, name) return type(name) == "string" and rawget(headers, lower(name)) or nil end,
  __metatable = false,
}

local response_methods = {}

response_methods.json = anchor(function(self, options)
  if type(self) ~= "table" then raise "write response:json(), with a colon" end
  return decode_json(self.body, options, "response:json")
end)

response_methods.header = anchor(function(self, name)
  if type(self) ~= "table" then raise "write response:header(name), with a colon" end
  return self.headers[expect(name, "string", "response:header: name")]
end)

local response_meta = { __index = response_methods, __metatable = false }

-- The broker's result as a script sees it: a response, or nil and an err.
local function read_reply(reply)
  if reply.error then return nil, host.failure(reply.error) end
  local response = reply.response
  local headers = {}
  for _, pair in next, response.headers or {} do
    local name = lower(pair[1])
    -- A cookie can contain a comma (RFC 9110 section 5.3).
    local separator = name == "set-cookie" and "\n" or ", "
    headers[name] = headers[name] and headers[name] .. separator .. pair[2] or pair[2]
  end
  response.headers = setmetatable(headers, headers_meta)
  response.body = response.body or ""
  response.ok = response.status >= 200 and response.status <= 299
  return setmetatable(response, response_meta)
end

-- Sends the beginnings of long bodies ahead. Of a body that doesn't fit, only the size: the broker reports it.
local function send_bodies(requests)
  local size = 0
  for i = 1, #requests do
    local request = requests[i]
    local length = #(request.body or "")
    if size + length <= MAX_TEXT then
      size = size + length
    else
      request.body, request.omitted_body = nil, length
    end
  end
  if size <= PART then return end
  for i = 1, #requests do
    local request = requests[i]
    -- All bodies share one message, so each leaves space for the others.
    if request.body then request.body = send_parts(request.body, i, PART // #requests) end
  end
end

local fetch = {}

-- The URL and the options of { url, timeout = 5 } or { url = url, timeout = 5 }.
local function request_parts(request, who)
  local options, url = {}, request[1]
  for name, value in next, request do
    if name ~= 1 and name ~= "url" then options[name] = value end
  end
  if request.url ~= nil then
    if url ~= nil then raise(who .. ": give the url once, as the first value or as url = ...") end
    url = request.url
  end
  if type(url) ~= "string" then
    raise(format("%s needs a url, as in { url, timeout = 5 } or { url = url, timeout = 5 }, got %s", who, type(url)))
  end
  return url, options
end

-- Sends requests in parallel. The results are in request order: each is { response = r } or { error = err }.
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
      local url, options = request_parts(request, who)
      list[i] = build_request(url, options, who)
    else
      list[i] = build_request(request, nil, who)
    end
  end
  if #list == 0 then return {} end
  send_bodies(list)
  local results = call("fetch.all", list)
  for i = 1, #results do
    local response, err = read_reply(results[i])
    results[i] = { response = response, error = err }
  end
  return results
end

if is_served "fetch" then
  globals.fetch = setmetatable(fetch, {
    __call = anchor(function(_, url, options)
      local request = build_request(url, options, "fetch")
      send_bodies { request }
      return read_reply(call("fetch", request))
    end),
  })
end
