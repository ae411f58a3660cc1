-- Console ----------------------------------------------------------------------------------------------------------------------

local MAX_PRINTED = 16 * 1024 -- bytes a text view can hold

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
for name in next, functions do
  local level = match(name, "^log%.(%a+)$")
  if level then globals.log[level] = function(...) host.log(level, words(...)) end end
end
