-- The state of a service.
widget { name = "API", icon = "server.rack", families = { "small", "medium", "large", "inline" } }

local requests = { 12, 14, 13, 18, 22, 25, 31, 28, 26, 30, 34, 29, 24, 27, 33, 38, 36, 32 }

local function tile(icon, color, value, name)
  return ui.vstack { spacing = 2, ui.label { name, icon = icon, font = "caption", color = color, line_limit = 1 },
    ui.text { value, font = { size = 22, weight = "semibold", design = "rounded" }, line_limit = 1, min_scale = 0.7 } }
end

function content(context)
  local family = context.family or context.display_mode == "compact" and "medium" or nil
  local state = ui.label {
    "Operational", icon = "checkmark.circle.fill", color = "green", font = "subheadline", weight = "medium",
    line_limit = 1 }
  if family == "inline" then return ui.hstack { ui.icon "checkmark.circle.fill", ui.text "API up, 32 req/s, 84 ms" } end
  local tiles = { tile("bolt.fill", "orange", "32/s", "Requests"), tile("timer", "blue", "84 ms", "Latency"),
    tile("exclamationmark.triangle.fill", "red", "0.1 %", "Errors") }
  if family == "small" then
    return ui.vstack { spacing = 4, state, tiles[1], ui.spacer(), ui.chart { type = "spark", values = requests, color = "orange",
      height = 26 } }
  end
  local row = ui.grid { columns = 3, tiles }
  if family == "medium" then
    return ui.vstack { spacing = 8, row, ui.chart { type = "area", values = requests, color = "orange", axes = false,
      max_height = math.huge } }
  end
  return ui.vstack { spacing = 16, state, row,
    ui.chart { type = "bar", values = requests, color = "orange", max_height = math.huge },
    ui.gauge { 412, min = 0, max = 512, shape = "bar", text = "Disk", value_text = "412 of 512 GB", color = "blue" } }
end
