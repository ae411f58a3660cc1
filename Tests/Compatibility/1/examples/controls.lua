-- Controls: a button, a toggle, and any view with `on_tap`. With `luawidget run --watch`, press Tab and Enter, or click.
widget { name = "Controls", icon = "slider.horizontal.3" }

local count = defaults.get("count", 0)
local is_on = defaults.get("is_on", false)

function perform_update() return update_result.new_data end

local function set(new_count)
  count = new_count
  defaults.set("count", count)
end

function content()
  return ui.vstack { spacing = 16,
    ui.hstack { spacing = 4,
      ui.button { "-", action = function() set(count - 1) end },
      ui.text { tostring(count), font = "headline", min_width = 32, align = "center" },
      ui.button { "+", action = function() set(count + 1) end },
      ui.spacer(),
      ui.button { icon = "arrow.counterclockwise", color = "red", accessibility = "Reset", action = function() set(0) end },
    },
    ui.toggle { "Notifications", on = is_on, action = function()
      is_on = not is_on
      defaults.set("is_on", is_on)
    end },
    ui.hstack { border = true, on_tap = function() set(count + 10) end,
      ui.text { "Tap anywhere in here for ten more" } },
  }
end
