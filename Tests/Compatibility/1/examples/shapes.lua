-- Shapes, layers, and things you can do with any view: offset, rotation, shadow, tint.
widget { name = "Shapes", icon = "square.on.circle" }

local heart = "M0.5 0.28 C0.38 0.02 0 0.08 0 0.4 C0 0.68 0.34 0.82 0.5 1 C0.66 0.82 1 0.68 1 0.4 C1 0.08 0.62 0.02 0.5 0.28 Z"

local function badge(count)
  return ui.text { count, font = "caption2", weight = "bold", color = "#ffffff", background = "red", corner_radius = 8,
    padding = { left = 5, right = 5 }, offset = { 6, -6 } }
end

function content()
  local sunset = { gradient = { "orange", "pink" }, direction = "diagonal" }
  return ui.vstack { spacing = 12,
    ui.hstack { spacing = 14,
      ui.circle { width = 32, height = 32, fill = sunset },
      ui.rectangle { width = 32, height = 32, fill = "blue", corner_radius = { top_left = 14, bottom_right = 14 } },
      ui.capsule { width = 56, height = 32, fill = { "green", opacity = 0.3 }, stroke = "green", line_width = 2 },
      ui.path { heart, width = 34, height = 32, fill = "red", shadow = { radius = 4, y = 2 } },
      ui.path { "M0 0.6 Q0.25 0 0.5 0.5 T1 0.4", width = 60, height = 32, stroke = "purple", line_width = 3 },
      ui.rectangle { width = 24, height = 24, fill = "teal", rotation = 45 } },
    ui.hstack { spacing = 20,
      ui.overlay { align = "top_trailing", ui.icon { "bell.fill", font = "title" }, badge(3) },
      ui.overlay { align = "bottom", ui.image { "sea.png", mode = "fill", width = 110, height = 56, corner_radius = 10 },
        ui.text { "The sea", font = "caption", color = "#ffffff", padding = 4, shadow = 3 } },
      ui.gauge { 0.7, shape = "ring", line_width = 5, value_text = "70", height = 56, color = "green" } },
    ui.vstack { tint = "purple", spacing = 8,
      ui.progress { 0.6 },
      ui.hstack { ui.rectangle { width = "50%", height = 8, fill = "indigo", corner_radius = 4 }, ui.text "half of the row" } },
    ui.text { "Lines of a text\nin the middle", text_align = "center", line_spacing = 4, tabular = true } }
end
