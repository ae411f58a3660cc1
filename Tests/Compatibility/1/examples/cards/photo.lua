-- A photo filling the card, with a caption.
widget { name = "Memories", icon = "photo", families = { "small", "medium", "large", "extra_large" } }

local photo, description = "lake.jpg", "A mountain lake at dusk"

function content(context)
  local is_small = context.family == "small"
  local caption = ui.vstack { spacing = 1, shadow = { radius = 6, y = 1, color = { "#000000", opacity = 0.6 } },
    ui.text { is_small and "2024" or "On this day, 2024", font = "caption", weight = "semibold", opacity = 0.9, line_limit = 1 },
    ui.text { is_small and "The lake" or "The lake at dusk", font = is_small and "headline" or "title3", weight = "bold",
      line_limit = 1 } }
  return ui.card { header = "hidden", background = { image = photo, color = "#3d3a66" }, color = "#ffffff",
    accessibility = description .. ", on this day in 2024", ui.spacer(), caption }
end

-- The caption stays clear of the rounded corners.
function margin_insets() return { top = 14, left = 16, bottom = 14, right = 16 } end
