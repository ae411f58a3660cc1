-- defaults: values a widget stores permanently.
widget { name = "Defaults", icon = "gearshape" }

defaults.register { visits = 0, favourite = "tea" }   -- returned until a value is set

function perform_update()
  defaults.set("visits", defaults.get("visits") + 1)
  return update_result.new_data
end

local function other()
  defaults.set("favourite", defaults.get("favourite") == "tea" and "coffee" or "tea")
end

local function reset()
  for key in pairs(defaults.all()) do defaults.remove(key) end
end

function content()
  return ui.vstack {
    ui.hstack { ui.text { "Visits", color = "secondary" }, ui.spacer(), ui.text { defaults.get("visits") } },
    ui.hstack {
      ui.text { "Favourite", color = "secondary" }, ui.spacer(), ui.button { defaults.get("favourite"), action = other },
    },
    ui.button { "Reset", action = reset },
  }
end
