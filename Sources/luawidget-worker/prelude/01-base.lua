-- The Lua half of the widget API: it turns the worker's primitives (`host`) into what a script sees.
--
-- The files in this folder are one chunk, in name order: a local in one file is visible in the files after it.
--
-- It runs once, before any script, in the script's own state and with the same rights: the broker at the other end of
-- `host.call` checks every permission. It returns a table of entries, which the broker calls by name.

local host = ...
local globals = _G -- the script's globals: the allowed part of the standard library, which we extend

-- Scripts can replace any global, so keep those used here.
local error, getmetatable, next, pairs, pcall, select, setmetatable, tostring, type, rawget =
  error, getmetatable, next, pairs, pcall, select, setmetatable, tostring, type, rawget
local concat, sort, table_unpack = table.concat, table.sort, table.unpack
local byte, find, format, gsub, lower, match, sub = string.byte, string.find, string.format, string.gsub, string.lower,
  string.match, string.sub
local min, max, tointeger, huge, number_type = math.min, math.max, math.tointeger, math.huge, math.type
local call, call_on, raise, anchor = host.call, host.call_on, host.raise, host.anchor

local standard = {} -- the names of the standard library
for name in next, globals do standard[name] = true end

-- Helpers -----------------------------------------------------------------------------------------------------------------------

-- Raises at the script's line unless the value has the type.
local function expect(value, wanted, what)
  if type(value) ~= wanted then raise(format("%s must be a %s, got %s", what, wanted, type(value))) end
  return value
end

-- A wrong value as an error message shows it: `string "a"`, `number 3`, `table`, `json.null`.
local function shown(value)
  if value == host.json.null then return "json.null" end
  if type(value) == "string" then
    -- Escaped as in JSON, so the broker recognises a secret, or its beginning before "...".
    local text = gsub(gsub(sub(value, 1, 40), '["\\]', "\\%0"), "%c", function(c) return format("\\u%04x", byte(c)) end)
    return format('string "%s%s"', text, #value > 40 and "..." or "")
  end
  if type(value) == "number" then return "number " .. (value == value and tostring(value) or "nan") end
  return type(value)
end

local function name_shown(name) return type(name) == "string" and '"' .. name .. '"' or tostring(name) end

local function is_finite(value) return type(value) == "number" and value == value and value < huge and value > -huge end

-- The number of letters to change, insert, delete or swap with their neighbour to turn `a` into `b`.
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

-- `; did you mean "spacing"?`, or an empty string if no key of `known` is similar.
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

-- The sorted keys of a table, which must be strings.
local function sorted_names(t, what)
  local names = {}
  for name in next, t do names[#names + 1] = expect(name, "string", what) end
  sort(names)
  return names
end

-- A table you can read and walk, but not write; `unknown(name)` raises for a name that isn't there.
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

-- The state of the script -----------------------------------------------------------------------------------------------------

-- The source of each of the widget's files, by chunk name, for messages about a line.
local sources = {}

local state = {
  width = 0, height = 0, -- the preferred size
  has_content = true,
  hidden_by_content = false, -- content itself hid the widget, so ask it again
  refresh_after = nil, -- seconds from now
  activity = nil, -- "update" while perform_update runs, "content" while content runs, "action" while a handler runs
  context = nil, proposed = nil, -- of the running call
  printed = {}, -- lines printed by perform_update
  chunk = nil, -- the name of the widget's main file
  generation = 0, -- the number of views sent
  untitled = {}, -- the families whose card had no title bar, by name
  handlers = {}, -- the functions of a view's controls, by generation
}

-- A file's text from a line on, at most `count` lines; "" if unknown.
local function lines_from(chunk, line, count)
  local source, found, number = sources[chunk], {}, 0
  if not source then return "" end
  for text in string.gmatch(source, "([^\n]*)\n?") do
    number = number + 1
    if number >= line + count then break end
    if number >= line then found[#found + 1] = text end
  end
  return concat(found, "\n")
end
