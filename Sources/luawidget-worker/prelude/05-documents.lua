-- xml and feed -----------------------------------------------------------------------------------------------------------------

-- The charset that the Content-Type of a response names, if any (RFC 9110 section 8.3.1).
local function charset_of(response)
  local content_type = type(response.headers) == "table" and response.headers["content-type"]
  if type(content_type) ~= "string" then return nil end
  for key, value in string.gmatch(content_type, ";([^;=]*)=([^;]*)") do
    if lower((gsub(key, "[ \t]", ""))) == "charset" then return (gsub(value, "[ \t\"']", "")) end
  end
end

-- The body as UTF-8. If it already is, it isn't sent to the broker.
response_methods.text = anchor(function(self)
  if type(self) ~= "table" then raise "write response:text(), with a colon" end
  local body, charset = expect(self.body, "string", "response:text: body"), charset_of(self)
  local says_utf8 = not charset or find(lower(charset), "^utf%-?8$")
  if says_utf8 and utf8.len(body) and sub(body, 1, 3) ~= "\xEF\xBB\xBF" then return body end
  return value_or_error(invoke(call, "response.text", body, charset))
end)

local element_methods = {}
local element_meta = { __index = element_methods, __metatable = false }

-- Collects the elements at the end of a path, from the step `at` on, in `found`. With `one`, stops at the first.
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

local function decode_failure(message) return nil, host.failure { kind = "decode", message = message } end

local function decode_xml(text, charset)
  local problem = is_too_large(text, "xml.decode")
  if problem then return decode_failure(problem) end
  return host.xml.decode(text, charset, element_meta)
end

namespace("xml").decode = anchor(function(text) return decode_xml(expect(text, "string", "xml.decode: text")) end)

response_methods.xml = anchor(function(self)
  if type(self) ~= "table" then raise "write response:xml(), with a colon" end
  return decode_xml(expect(self.body, "string", "response:xml: body"), charset_of(self))
end)

-- The broker reads the feed's JSON, or its XML packed.
local function parse_feed(text, charset, url)
  local problem = is_too_large(text, "feed.parse")
  if problem then return decode_failure(problem) end
  local start, kind, err = sub(text, 1, 3) == "\xEF\xBB\xBF" and 4 or 1, "json"
  local first = find(text, "[^ \t-\r]", start) or start
  if byte(text, first) == byte "{" then
    text = sub(text, start)
  else
    -- Blank lines before the declaration are a frequent and harmless mistake.
    kind = "xml"
    text, err = host.xml.pack(first > start and sub(text, first) or text, charset)
    if not text then return nil, err end
  end
  return value_or_error(call("feed.parse", send_parts(text, 1, PART), kind, url))
end

if is_served "feed.parse" then
  namespace("feed").parse = anchor(function(source)
    if type(source) == "table" and type(source.body) == "string" then
      return parse_feed(source.body, charset_of(source), type(source.url) == "string" and source.url or nil)
    end
    if type(source) ~= "string" then raise(format("feed.parse: source must be a text or a response, got %s", type(source))) end
    return parse_feed(source)
  end)
end
