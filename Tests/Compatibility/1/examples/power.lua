-- The battery with the time it lasts, the power profiles to choose from, and a switch that keeps the machine awake.
widget {
  name = "Power",
  icon = "battery.100",
  refresh = "10m",
  permissions = { power = { "read", "control" } },
}

local reason = "Switched on in the widget"
local battery, profile, profiles, note

local function load()
  local err
  battery, err = power.battery()
  note = err and err.kind ~= "unavailable" and tostring(err) or nil
  profile, profiles = power.profile(), power.profiles()
end

function perform_update()
  subscribe { power = true }
  if defaults.get "awake" then
    local done, err = power.inhibit(reason)
    if not done then note = tostring(err) end
  end
  load()
  return update_result.new_data
end

function on_event()
  load()
  return update_result.new_data
end

local function toggle_sleep()
  local is_awake = not defaults.get "awake"
  if is_awake then
    local done, err = power.inhibit(reason)
    if not done then note = tostring(err) return end
  else
    power.release()
  end
  defaults.set("awake", is_awake)
end

local function charge()
  if not battery then return ui.text { "No battery", color = "secondary" } end
  local left = battery.time_to_empty or battery.time_to_full
  return ui.hstack {
    ui.gauge { battery.level, text = battery.state },
    left and ui.text { format.duration(left), color = "secondary" },
  }
end

function content()
  return ui.vstack { align = "leading", spacing = 8,
    charge(),
    profiles and ui.picker { choices = profiles, selected = profile, label = "Profile", on_change = function(name)
      local done, err = power.set_profile(name)
      if done then profile = name else note = tostring(err) end
    end },
    ui.toggle { "Keep awake", on = defaults.get "awake" == true, id = "awake", action = toggle_sleep },
    note and ui.text { note, font = "caption", color = "red" },
  }
end
