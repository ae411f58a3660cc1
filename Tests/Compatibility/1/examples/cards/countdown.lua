-- Days until something nice.
widget { name = "Countdown", icon = "hourglass", families = { "small", "medium", "inline", "rectangular" } }

local trip = { name = "Lisbon", days = 12, of = 60, icon = "airplane.departure" }

function content(context)
  local left = 1 - trip.days / trip.of
  if context.family == "inline" then
    return ui.hstack { ui.icon(trip.icon), ui.text { trip.days, " days until ", trip.name } }
  elseif context.family == "rectangular" then
    return ui.vstack {
      spacing = 2, ui.label { trip.name, icon = trip.icon, font = "headline" }, ui.text { trip.days, " days left" },
      ui.progress { left, color = "orange" } }
  end
  local words = ui.vstack { spacing = 0,
    ui.text {
      trip.days, font = { size = 56, weight = "bold", design = "rounded", relative_to = "large_title" }, color = "orange",
    },
    ui.text { "days until ", { trip.name, weight = "semibold" }, font = "subheadline" } }
  if context.family == "small" then return ui.vstack { words, ui.spacer(), ui.progress { left, color = "orange" } } end
  return ui.hstack { words, ui.spacer(),
    ui.zstack { ui.progress { left, shape = "circle", color = "orange", width = 96, height = 96 },
      ui.icon { trip.icon, font = { size = 34 } } } }
end
