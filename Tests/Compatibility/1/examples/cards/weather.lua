-- The weather with the hours of the day.
widget { name = "Berlin", icon = "cloud.sun.fill", families = { "small", "medium", "large", "inline" } }

local hours = {
  { "Now", "cloud.sun.fill", 14, "#ffe066" }, { "15", "sun.max.fill", 15, "#ffe066" }, { "16", "sun.max.fill", 15, "#ffe066" },
  { "17", "cloud.fill", 13, "#ffffff" }, { "18", "cloud.rain.fill", 11, "#cfe8ff" }, { "19", "cloud.rain.fill", 10, "#cfe8ff" },
}
local days = {
  { "Mon", "cloud.rain", 8, 12 }, { "Tue", "cloud.sun", 7, 13 }, { "Wed", "sun.max", 6, 16 }, { "Thu", "wind", 9, 14 },
}

local function degrees(number) return number .. "°" end

local function now()
  return ui.vstack { spacing = 0,
    ui.text { degrees(hours[1][3]), font = { size = 44, weight = "light", relative_to = "large_title" } },
    ui.text { "Partly cloudy", font = "subheadline", weight = "medium", line_limit = 1 },
    ui.text { "H:16°  L:7°", font = "subheadline", opacity = 0.85, line_limit = 1 } }
end

local function strip()
  local columns, cells = {}, {}
  for i, hour in ipairs(hours) do
    columns[i] = { width = "flex", align = "center" }
    cells[i] = ui.vstack { align = "center", spacing = 6, ui.text { hour[1], font = "caption", opacity = 0.85 },
      ui.icon { hour[2], color = hour[4] }, ui.text { degrees(hour[3]), font = "footnote", weight = "semibold" } }
  end
  return ui.grid { columns = columns, spacing = 4, cells }
end

function content(context)
  local family = context.family
  if family == "inline" then return ui.hstack { ui.icon "cloud.sun.fill", ui.text "14° in Berlin, rain at 18:00" } end
  local sky = { gradient = { "#2c68b0", "#6ea8e0" }, direction = "down" }
  local function card(...)
    return ui.card { header = "hidden", background = sky, color = "#ffffff", max_height = math.huge, max_width = math.huge, ... }
  end
  if family == "small" then
    return card(ui.text { "Berlin", font = "subheadline", weight = "semibold" }, ui.spacer(), now())
  end
  local symbol = ui.icon { "cloud.sun.fill", font = { size = 44 }, color = "#ffe066" }
  local head = ui.hstack { align = "top", now(), ui.spacer(), symbol }
  local range = ui.text { "H:16°  L:7°", font = "subheadline", opacity = 0.85 }
  if not family and context.display_mode == "compact" then
    local words = ui.text { "Berlin  ", { "14°  Partly cloudy", weight = "regular" }, font = "headline", line_limit = 1 }
    return card(ui.hstack { words, ui.spacer(), range }, ui.spacer(), strip())
  end
  if family == "medium" then
    return card(
      ui.hstack { align = "first_baseline", ui.text { "Berlin", font = "headline" }, ui.spacer(), range },
      ui.hstack { ui.text { "14°", font = "title2", weight = "light" }, ui.text { "Partly cloudy", font = "subheadline" } },
      ui.spacer(), strip())
  end
  local rows = {}
  for _, day in ipairs(days) do
    rows[#rows + 1] = ui.text { day[1], weight = "medium" }
    rows[#rows + 1] = ui.icon { day[2] }
    rows[#rows + 1] = ui.text { degrees(day[3]), opacity = 0.85 }
    rows[#rows + 1] = ui.progress { (day[4] - 5) / 12, color = "#ffe066" }
    rows[#rows + 1] = ui.text { degrees(day[4]) }
  end
  local right = { width = "auto", align = "trailing" }
  return card(ui.text { "Berlin", font = "headline" }, head, ui.spacer(), strip(), ui.spacer(),
    ui.grid { spacing = 8, columns = { "auto", "auto", right, "flex", right }, rows })
end
