-- Stacks: rows, columns and overlapping views; alternatives, spacers, borders, priorities.
widget { name = "Stacks", icon = "square.stack" }

function perform_update() return update_result.new_data end

local function card(title, value, color)
  return ui.vstack { align = "center", border = color, max_width = math.huge,
    ui.text { title, color = "secondary", align = "center", line_limit = 1 },
    ui.text { value, font = "headline", color = color, align = "center" } }
end

function content()
  local cards = { card("Gate", "B 42", "blue"), card("Seat", "17 A", "green"), card("Group", "3", "orange") }
  return ui.vstack { spacing = 4,
    ui.hstack { ui.text { "Boarding", priority = 1 }, ui.text { "LY315 London to Tel Aviv", color = "secondary", line_limit = 1 },
      ui.spacer(), ui.text { "12:05", font = "headline" } },
    ui.fits { ui.hstack(cards), ui.vstack(cards) }, -- the first that fits
    ui.group { color = "secondary", -- a field of the group applies to its views
      ui.text { "Doors close 15 minutes before departure." } },
    ui.zstack { align = "trailing",
      ui.progress { 0.62, color = "teal" },
      ui.text { " 62 % ", background = "teal", color = "#000000" } },
  }
end
