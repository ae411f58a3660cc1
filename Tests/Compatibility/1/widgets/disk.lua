-- Used space: how full the disk is. Tap the percentage for details.
widget {
  name = "Disk",
  icon = "internaldrive",
  description = "Used space of a volume, with details on a tap.",
  refresh = "5m",
  settings = {
    path = { type = "string", default = "/", label = "Volume", description = "Any folder of the volume to show" },
  },
  permissions = { device = { "disk" } },
}

defaults.register { rate = 0, expanded = false }

local rate = defaults.get("rate")   -- the last known rate, shown at once
local space                         -- free, used and total bytes, once known
local expanded = defaults.get("expanded")

function perform_update()
  space = device.disk(settings.path)
  local now = space.total > 0 and space.used / space.total or 0
  -- A change of less than 0.01 percent doesn't count.
  if math.abs(now - rate) <= 0.0001 then return update_result.no_data end
  rate = now
  defaults.set("rate", rate)
  return update_result.new_data
end

function margin_insets(default)
  default.bottom = 0
  return default
end

local function toggle()
  expanded = not expanded
  defaults.set("expanded", expanded)   -- so it stays open when the widget is loaded again
  space = space or device.disk(settings.path)
end

local function color()
  if rate > 0.95 then return "red" elseif rate > 0.85 then return "orange" else return "accent" end
end

local function details()
  return ui.vstack { transition = "fade",
    ui.hstack { ui.text { "Free", color = "secondary" }, ui.spacer(), ui.text { format.bytes(space.free) } },
    ui.hstack { ui.text { "Used", color = "secondary" }, ui.spacer(), ui.text { format.bytes(space.used) } },
    ui.hstack { ui.text { "Total", color = "secondary" }, ui.spacer(), ui.text { format.bytes(space.total) } },
  }
end

function content()
  preferred_size(0, expanded and 106 or 37)
  return ui.vstack { spacing = 4,
    ui.hstack {
      ui.progress { rate, color = color(), accessibility = format.percent(rate) .. " used" },
      ui.button { format.percent(rate), id = "details", action = toggle },
    },
    expanded and space and details(),
  }
end
