-- A grid: fixed, automatic and flexible columns, filled row by row.
widget { name = "Departures", icon = "tram" }

local departures = {
  { "RE 7", "Dessau Hbf", "12:05", "+0", "green" },
  { "S 7", "Potsdam", "12:09", "+2", "orange" },
  { "ICE 643", "Hannover, Dortmund, Köln", "12:14", "+25", "red" },
  { "U 5", "Hönow", "12:16", "", "green" },
}

function perform_update() return update_result.new_data end

function content()
  local cells = {}
  for _, departure in ipairs(departures) do
    local line, to, time, delay, color = table.unpack(departure)
    cells[#cells + 1] = ui.text { line, weight = "bold", line_limit = 1 }
    cells[#cells + 1] = ui.text { to, line_limit = 1 }
    cells[#cells + 1] = ui.text { time, monospaced = true }
    cells[#cells + 1] = ui.text { delay, color = color }
  end
  return ui.vstack { spacing = 16,
    ui.grid { columns = { "auto", "flex", "auto", { width = "auto", align = "trailing" } }, cells },
    ui.grid { columns = 3, align = "center",
      ui.label { "Lift", icon = "checkmark", color = "green" },
      ui.label { "Stairs", icon = "checkmark", color = "green" },
      ui.label { "Kiosk", icon = "xmark", color = "red" } },
  }
end
