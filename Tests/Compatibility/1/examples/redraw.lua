-- redraw: shows content during an update, on a live screen.
widget { name = "Redraw", icon = "arrow.clockwise" }

local state = "waiting"

function perform_update()
  for step = 1, 3 do
    state = "step " .. step .. " of 3"
    redraw()
  end
  state = "done"
  return update_result.new_data
end

function content() return ui.text { state } end
