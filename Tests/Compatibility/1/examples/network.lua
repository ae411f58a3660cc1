-- The network connections, with the strength of Wi-Fi. A change of them arrives as an event.
widget {
  name = "Network",
  icon = "wifi",
  refresh = "1m",
  permissions = { network = { "read" } },
}

local connections, problem

local function load() connections, problem = network.connections() end

function perform_update()
  subscribe { network = true }
  load()
  return connections and update_result.new_data or update_result.failed(problem)
end

function on_event()
  load()
  return update_result.new_data
end

local icons = { wifi = "wifi", ethernet = "network", vpn = "lock" }

local function row(connection)
  return ui.hstack {
    ui.icon { icons[connection.type] or "globe", color = connection.default and "accent" or "secondary" },
    ui.text { connection.ssid or connection.name, line_limit = 1 },
    ui.spacer(),
    connection.strength and ui.text { format.percent(connection.strength), color = "secondary" },
    connection.state ~= "connected" and ui.text { connection.state, color = "secondary" },
  }
end

function content()
  local rows = { align = "leading", spacing = 6 }
  for _, connection in ipairs(connections or {}) do rows[#rows + 1] = row(connection) end
  if #rows == 0 then rows[1] = ui.text { problem and tostring(problem) or "Not connected", color = "secondary" } end
  return ui.vstack(rows)
end
