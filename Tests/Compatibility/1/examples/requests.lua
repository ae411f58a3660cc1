-- fetch.all: several requests at once. Each has a response or an error.
widget { name = "Requests", icon = "network", refresh = "15m" }

local lines = {}

function perform_update()
  -- Files in the widget's folder, examples/requests. URLs work too, if `permissions.net` includes their hosts.
  local names = { "north.json", "south.json", "east.json" }
  for index, result in ipairs(fetch.all(names)) do
    local gate = result.response and result.response:json()
    if gate then
      lines[index] = gate.title .. ": " .. (gate.open and "open" or "closed")
    else
      lines[index] = names[index] .. ": " .. result.error.kind
      log.error(result.error)
    end
  end
  return update_result.new_data
end

function content() return ui.vstack { align = "leading", lines } end
