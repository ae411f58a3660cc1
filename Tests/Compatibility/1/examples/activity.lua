-- device.cpu, device.processes and device.network: the first call measures 100 ms, later ones since the previous call.
widget {
  name = "Activity",
  icon = "cpu",
  refresh = "10s",
  permissions = { device = { "cpu", "processes", "network" } },
}

local cpu, processes, interfaces

function perform_update()
  cpu, processes, interfaces = device.cpu(), device.processes(3), device.network()
  return update_result.new_data
end

local function row(name, value) return ui.hstack { ui.text { name, line_limit = 1 }, ui.spacer(), ui.text { value } } end

function content()
  if not cpu then return ui.activity_indicator {} end
  local cores = ui.chart { type = "bar", values = cpu.cores, min = 0, max = 1, height = 48, accessibility = "load of each core" }
  local rows = { cores }
  rows[#rows + 1] = row("Processor", format.percent(cpu.total))
  for _, process in ipairs(processes) do
    rows[#rows + 1] = row(process.name, format.percent(process.cpu) .. ", " .. format.bytes(process.memory))
  end
  for _, interface in ipairs(interfaces) do
    rows[#rows + 1] = row(interface.name, format.bytes(interface.received) .. " received")
  end
  return ui.vstack(rows)
end
