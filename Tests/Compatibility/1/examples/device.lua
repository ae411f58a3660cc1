-- device: system metrics. The manifest lists each part the widget reads.
widget {
  name = "Machine",
  icon = "desktopcomputer",
  refresh = "1m",
  permissions = { device = { "disk", "memory", "load", "info", "uptime", "battery" } },
}

local disk, memory, load, info, uptime, battery

function perform_update()
  disk, memory, load, info = device.disk(), device.memory(), device.load(), device.info()
  uptime, battery = device.uptime(), device.battery()
  return update_result.new_data
end

local function row(name, value) return ui.hstack { ui.text { name, color = "secondary" }, ui.spacer(), ui.text { value } } end

function content()
  if not disk then return ui.activity_indicator {} end
  return ui.vstack {
    row("Disk", format.bytes(disk.free) .. " free of " .. format.bytes(disk.total)),
    row("Memory", format.percent(memory.used / memory.total)),
    row("Load", format.number(load.one, { digits = 2 })),
    row("Uptime", format.duration(math.floor(uptime))),
    battery and row("Battery", format.percent(battery.level)) or row("Power", "mains"),
    row("System", info.os .. ", " .. info.architecture),
  }
end
