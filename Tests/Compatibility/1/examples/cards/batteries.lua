-- Batteries of devices: an icon in a ring each.
widget { name = "Batteries", icon = "battery.100", families = { "small", "medium", "large", "circular" } }

local devices = {
  { "laptopcomputer", "Laptop", 0.86 }, { "iphone", "Phone", 0.41 }, { "airpods", "Buds", 0.15 }, { "applewatch", "Watch", 0.7 },
}

local function color(level) return level <= 0.2 and "red" or level <= 0.45 and "orange" or "green" end

local function ring(device, side)
  local icon, name, level = table.unpack(device)
  return ui.zstack { accessibility = string.format("%s: %d percent", name, level * 100),
    ui.progress { level, shape = "circle", color = color(level), width = side, height = side },
    ui.icon { icon, font = { size = side * 0.32 } } }
end

local function percent(device) return math.floor(device[3] * 100 + 0.5) .. " %" end

function content(context)
  local family = context.family or context.display_mode == "compact" and "medium" or nil
  if family == "circular" then return ring(devices[2], 56) end
  local cells = {}
  if family == "small" then
    for i, device in ipairs(devices) do cells[i] = ring(device, 44) end
    local column = { width = "flex", align = "center" }
    return ui.grid { columns = { column, column }, spacing = 8, cells }
  elseif family == "medium" then
    for i, device in ipairs(devices) do
      local label = ui.text { percent(device), font = "footnote", weight = "semibold" }
      cells[i] = ui.vstack { align = "center", ring(device, 52), label }
    end
    return ui.grid { columns = { { width = "flex", align = "center" }, { width = "flex", align = "center" },
      { width = "flex", align = "center" }, { width = "flex", align = "center" } }, cells }
  end
  for i, device in ipairs(devices) do
    cells[i] = ui.hstack { spacing = 16, ring(device, 60), ui.text { device[2] }, ui.spacer(),
      ui.text { percent(device), weight = "semibold", color = color(device[3]) } }
  end
  return ui.vstack { spacing = 18, cells, ui.spacer() }
end
