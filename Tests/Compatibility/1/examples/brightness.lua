-- A slider for the brightness of the screen, which follows the keys of the keyboard.
widget {
  name = "Brightness",
  icon = "sun.max",
  refresh = "1h",
  permissions = { brightness = { "read", "control" } },
}

local level, problem

local function load() level, problem = display.brightness() end

function perform_update()
  subscribe { brightness = true }
  load()
  return update_result.new_data
end

function on_event()
  load()
  return update_result.new_data
end

local function set(value)
  local done, err = display.set_brightness(math.max(0, math.min(1, value)))
  if done then level, problem = value, nil else problem = err end
end

function content()
  if not level then
    return ui.text { problem.kind == "unavailable" and "No brightness here" or tostring(problem), color = "secondary" }
  end
  return ui.vstack { align = "leading",
    ui.slider { value = level, from = 0, to = 1, step = 0.05, label = "Brightness", id = "level", on_change = set },
    ui.hstack {
      ui.button { icon = "sun.min", id = "darker", accessibility = "Darker", action = function() set(level - 0.1) end },
      ui.text { format.percent(level), color = "secondary" },
      ui.button { icon = "sun.max", id = "brighter", accessibility = "Brighter", action = function() set(level + 0.1) end },
    },
    problem and ui.text { tostring(problem), font = "caption", color = "red" },
  }
end
