-- xml and feed -----------------------------------------------------------------------------------------------------------------

-- Has the broker decode a document.
local function decode(name, ...) return value_or_error(invoke(call, name, ...)) end

local function content_type(response)
  local value = type(response.headers) == "table" and response.headers["content-type"]
  return type(value) == "string" and value or nil
end

-- The body as UTF-8. If it already is, it isn't sent to the broker.
response_methods.text = anchor(function(self)
  if type(self) ~= "table" then raise "write response:text(), with a colon" end
  local body, kind = expect(self.body, "string", "response:text: body"), content_type(self)
  local says_utf8 = not kind or not find(lower(kind), "charset", 1, true) or find(lower(kind), "utf%-?8")
  if says_utf8 and utf8.len(body) and sub(body, 1, 3) ~= "\xEF\xBB\xBF" then return body end
  return decode("response.text", body, kind)
end)

-- Trims blanks at both ends. A pattern would examine the blanks in the middle repeatedly.
local function trim(text)
  local first, last = find(text, "[^ \t\r\n]"), #text
  if not first then return "" end
  while find(" \t\r\n", sub(text, last, last), 1, true) do last = last - 1 end
  return sub(text, first, last)
end

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

-- The tree of a packed document. A loop, because a document can be deeper than a message.
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

if is_served "xml.decode" then
  local function decode_xml(text, type_of_content)
    local packed, err = decode("xml.decode", text, type_of_content)
    if not packed then return nil, err end
    return build_tree(packed)
  end

  namespace("xml").decode = anchor(function(text) return decode_xml(expect(text, "string", "xml.decode: text")) end)

  response_methods.xml = anchor(function(self)
    if type(self) ~= "table" then raise "write response:xml(), with a colon" end
    return decode_xml(expect(self.body, "string", "response:xml: body"), content_type(self))
  end)
end

if is_served "feed.parse" then
  namespace("feed").parse = anchor(function(source)
    if type(source) == "table" and type(source.body) == "string" then
      return decode("feed.parse", source.body, content_type(source), type(source.url) == "string" and source.url or nil)
    end
    if type(source) ~= "string" then raise(format("feed.parse: source must be a text or a response, got %s", type(source))) end
    return decode("feed.parse", source)
  end)
end
