-- An analogue clock, drawn from shapes.
widget { name = "Clock", icon = "clock", refresh = "1m", families = { "small", "medium", "large", "circular" } }

-- A hand from the middle, in a unit square: `turn` is a fraction of a round, clockwise from the top.
local function hand(turn, length, tail)
  local x, y = math.sin(turn * 2 * math.pi), -math.cos(turn * 2 * math.pi)
  return string.format("M%.4f %.4f L%.4f %.4f", 0.5 - x * tail, 0.5 - y * tail, 0.5 + x * length, 0.5 + y * length)
end

local function ticks(first, step, from, to)
  local lines = {}
  for i = first, 59, step do
    local x, y = math.sin(i / 30 * math.pi), -math.cos(i / 30 * math.pi)
    lines[#lines + 1] = string.format("M%.4f %.4f L%.4f %.4f", 0.5 + x * from, 0.5 + y * from, 0.5 + x * to, 0.5 + y * to)
  end
  return table.concat(lines, " ")
end

local function face(side, time, name)
  local minutes = time.hour * 60 + time.min
  local is_large = side > 80
  local layers = { align = "center", width = side, height = side, accessibility = name,
    ui.circle { fill = { light = "#ffffff", dark = "#1c1c1e" }, stroke = { "gray", opacity = 0.35 }, line_width = 1 } }
  local function line(path, color, width) layers[#layers + 1] = ui.path { path, stroke = color, line_width = width } end
  if is_large then
    line(ticks(0, 1, 0.455, 0.47), { "gray", opacity = 0.5 }, side / 160)
    for hour = 1, 12 do
      local radius = side * 0.365
      local x, y = math.sin(hour / 6 * math.pi) * radius, -math.cos(hour / 6 * math.pi) * radius
      layers[#layers + 1] = ui.text { hour, offset = { x, y },
        font = { size = side * 0.1, weight = "medium", design = "rounded" } }
    end
  end
  line(ticks(0, 5, is_large and 0.44 or 0.38, 0.47), "secondary", side / 80)
  line(hand(minutes / 720, 0.24, 0.05), "label", side / 26)
  line(hand(time.min / 60, 0.38, 0.05), "label", side / 38)
  line(hand(time.sec / 60, 0.42, 0.1), "orange", math.max(1, side / 100))
  layers[#layers + 1] = ui.circle { width = side / 18, height = side / 18, fill = "orange" }
  return ui.zstack(layers)
end

local function at(offset) return os.date("!*t", os.time() + offset * 3600) end
local function text(time) return string.format("%d:%02d", time.hour, time.min) end

local cities = { { "London", 0 }, { "Berlin", 1 }, { "Tokyo", 9 }, { "New York", -5 } }

local function city(entry, side)
  local time = at(entry[2])
  return ui.vstack { align = "center", spacing = 4, face(side, time, entry[1] .. ", " .. text(time)),
    ui.text { entry[1], font = "caption", weight = "semibold", line_limit = 1 },
    ui.text { text(time), font = "caption2", color = "secondary", tabular = true } }
end

function content(context)
  local family = context.family or context.display_mode == "compact" and "medium" or nil
  if family == "circular" then return face(56, at(1), "Clock") end
  if family == "small" then
    return ui.card { header = "hidden", align = "center", max_width = math.huge, max_height = math.huge,
      face(130, at(1), "Berlin, " .. text(at(1))) }
  elseif family == "medium" then
    local views = {}
    for i, entry in ipairs(cities) do views[#views + 1] = city(entry, 62); views[#views + 1] = i < #cities and ui.spacer() end
    return ui.card { header = "hidden", ui.spacer(), ui.hstack(views), ui.spacer() }
  end
  return ui.card { header = "hidden", align = "center", max_width = math.huge, max_height = math.huge,
    ui.spacer(), face(250, at(1), "Berlin"), ui.spacer(),
    ui.text { "Berlin, ", text(at(1)), font = "headline", tabular = true } }
end

function margin_insets() return { top = 14, left = 14, bottom = 14, right = 14 } end
