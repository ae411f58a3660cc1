-- Counts the clicks in a status bar.
widget { name = "Clicks", icon = "hand.thumbsup", refresh = "1h",
  settings = { note = { type = "string", default = "" } } }

local function count(name) return defaults.get(name) or 0 end
local function add(name)
  return function() defaults.set(name, count(name) + 1) end
end

function perform_update() return update_result.new_data end

function content()
  local text = ("WIDGET %d/%d/%d"):format(count "left", count "right", count "up")
  return ui.hstack {
    ui.button { text, action = add "left" },
    ui.button { "right", id = "right_click", action = add "right", hidden = true },
    ui.button { "up", id = "scroll_up", action = add "up", hidden = true },
  }
end
