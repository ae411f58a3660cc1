-- Counts what is done to its card.
widget { name = "Clicks", icon = "hand.thumbsup", refresh = "1h" }

local function count(name) return defaults.get(name) or 0 end
local function add(name)
  return function() defaults.set(name, count(name) + 1) end
end

function perform_update() return update_result.new_data end

function content()
  return ui.vstack {
    ui.text { ("WIDGET %d/%d/%d"):format(count "left", count "other", count "up") },
    ui.button { "Press", action = add "left" },
    ui.button { "Other", action = add "other" },
    ui.button { "up", id = "scroll_up", action = add "up", hidden = true },
  }
end
