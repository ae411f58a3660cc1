"""Widgets that several checks of terminals show."""

COUNTER = """
widget { name = "Counter", icon = "star" }
local count = 0
function perform_update() return update_result.new_data end
function content()
  return ui.vstack { ui.text { "count is " .. count },
    ui.button { "More", action = function() count = count + 1 end } }
end
"""
