-- A service of yours with a button to start, stop and restart it, and the state of the system's printing service.
widget {
  name = "Services",
  icon = "gear",
  refresh = "10m",
  permissions = { units = { "syncthing.service", "cups.service" } },
}

local names = { "syncthing.service", "cups.service" }
local found, problem = {}, nil

local function load()
  for _, name in ipairs(names) do
    local unit, err = units.state(name)
    found[name] = unit or { name = name, state = err.kind == "unavailable" and "missing" or tostring(err) }
  end
end

function perform_update()
  -- luawidget always asks about units; until you have allowed both, this raises an error.
  local is_allowed = pcall(subscribe, { units = true })
  if is_allowed then load() end
  problem = not is_allowed and "Allow luawidget to see these services" or nil
  return update_result.new_data
end

function on_event()
  load()
  return update_result.new_data
end

local function control(command, name)
  local done, err = command(name)
  problem = not done and tostring(err) or nil
end

local function buttons(unit)
  if unit.scope ~= "user" then return end
  local name = unit.name
  if unit.state ~= "active" then
    return ui.button { "Start", id = "start." .. name, action = function() control(units.start, name) end }
  end
  return ui.hstack {
    ui.button { "Stop", id = "stop." .. name, action = function() control(units.stop, name) end },
    ui.button { "Restart", id = "restart." .. name, action = function() control(units.restart, name) end },
  }
end

function content()
  local rows = { align = "leading", spacing = 6 }
  for _, name in ipairs(names) do
    local unit = found[name]
    if unit then
      rows[#rows + 1] = ui.hstack {
        ui.text { unit.description or name, line_limit = 1 },
        ui.spacer(),
        ui.text { unit.state, color = unit.state == "failed" and "red" or "secondary" },
        buttons(unit),
      }
    end
  end
  if problem then rows[#rows + 1] = ui.text { problem, font = "caption", color = "red" } end
  return ui.vstack(rows)
end
