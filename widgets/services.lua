-- Services of yours and of the system: whether they run, with buttons for yours. luawidget asks you about each.
widget {
  name = "Services",
  icon = "gearshape.2",
  description = "Whether services run, with buttons to start, stop and restart yours.",
  refresh = "15m",
  settings = {
    units = {
      type = "list", of = "string", label = "Units",
      description = "Exact names of systemd's units, such as syncthing.service",
    },
  },
  permissions = { units = { { setting = "units" } } },
}

local found = {}     -- units by name: a Unit, or a text
local problem        -- an error to show, or nil

local function state(name)
  -- Until you have allowed it, the call raises an error.
  local is_allowed, unit, err = pcall(units.state, name)
  if not is_allowed then return "not allowed yet" end
  if unit then return unit end
  return err.kind == "unavailable" and "missing" or tostring(err)
end

local function load()
  found = {}
  for _, name in ipairs(settings.units or {}) do found[name] = state(name) end
end

function perform_update()
  if settings.units and #settings.units > 0 then pcall(subscribe, { units = true }) end
  load()
  problem = nil
  return update_result.new_data
end

function on_event()
  load()
  return update_result.new_data
end

-- systemd says by itself how it ends, a moment later.
local function control(command, name)
  problem = select(2, command(name))
end

local colors = { active = "green", reloading = "green", failed = "red" }

local function color(unit) return type(unit) == "table" and colors[unit.state] or "secondary" end
local function word(unit) return type(unit) == "table" and unit.state or unit end
local function short(name) return (name:gsub("%.service$", "")) end

local function buttons(unit)
  if type(unit) ~= "table" or unit.scope ~= "user" then return end
  local name = unit.name
  local function button(icon, label, command)
    return ui.button { icon = icon, id = label:lower() .. "." .. name, accessibility = label .. " " .. short(name),
                       action = function() control(command, name) end }
  end
  if unit.state ~= "active" and unit.state ~= "activating" then return button("play", "Start", units.start) end
  return ui.hstack { spacing = 4,
    button("arrow.clockwise", "Restart", units.restart), button("stop", "Stop", units.stop),
  }
end

local function row(name, has_buttons)
  local unit = found[name]
  return ui.hstack {
    ui.circle { width = 8, height = 8, color = color(unit) },
    ui.text { short(name), line_limit = 1, priority = 1 },
    ui.spacer(),
    ui.text { word(unit), color = color(unit), line_limit = 1 },
    has_buttons and buttons(unit),
  }
end

-- How many run, and the first that doesn't.
local function summary()
  local names, running, bad = settings.units, 0, nil
  for _, name in ipairs(names) do
    if word(found[name]) == "active" then running = running + 1 else bad = bad or name end
  end
  return running, #names, bad
end

function content(context)
  local names = settings.units or {}
  if #names == 0 then return ui.text { "Choose units: --set-add units=syncthing.service", color = "secondary" } end
  local family = context.family
  local running, all, bad = summary()
  local count = running .. " of " .. all
  if family == "inline" then return ui.label { count .. " run", icon = bad and "exclamationmark.triangle" or "checkmark" } end
  if family == "circular" then
    return ui.gauge { running, max = all, text = "Up", value_text = tostring(running), color = bad and "red" or "green" }
  end
  if family == "rectangular" then
    return ui.vstack { align = "leading",
      ui.text { count .. " run", font = "headline" },
      bad and ui.text { short(bad) .. ": " .. word(found[bad]), color = color(found[bad]), line_limit = 1 }
        or ui.text { "All is well", color = "secondary" },
    }
  end
  local rows = { align = "leading", spacing = 6 }
  for _, name in ipairs(names) do rows[#rows + 1] = row(name, family ~= "small") end
  if problem then rows[#rows + 1] = ui.text { tostring(problem), font = "caption", color = "red", line_limit = 2 } end
  return ui.vstack(rows)
end
