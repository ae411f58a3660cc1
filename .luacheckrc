-- What `make lint` allows in Lua: the prelude, the widgets, the examples and the benchmarks. The names that a widget may use come
-- from the editor types, which the program generates from its declarations.

std = "lua54"
max_line_length = 130

local names = {}
for line in io.lines "types/luawidget.lua" do
  names[#names + 1] = line:match "^function ([%a_][%w_]*)[.(]" or line:match "^([%a_][%w_]*) ="
end
read_globals = names

-- The functions that a widget defines for us to call.
local entry_points = { "perform_update", "content", "margin_insets", "on_open", "on_notification", "on_event" }
for _, folder in ipairs { "widgets", "examples", "Benchmarks", "Tests" } do
  files[folder] = { globals = entry_points }
end

-- Benchmarks/fetch/run.py replaces these before a widget runs.
files["Benchmarks/fetch"] = { read_globals = { "URLS", "SOURCE", "FETCHES" }, globals = entry_points }
-- An empty branch with a comment reads better than a condition that is twice as long.
files["prelude"] = { ignore = { "542" } }
