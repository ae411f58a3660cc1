-- Backgrounds, borders, corners, shadows, offsets and layers.
widget { name = "Effects", icon = "paintpalette" }

local function gradient(first, second, direction) return { gradient = { first, second }, direction = direction } end

function content()
  return ui.vstack { spacing = 12,
    ui.hstack { spacing = 12,
      ui.text { "down", padding = 8, color = "#ffffff", corner_radius = 8, background = gradient("blue", "indigo", "down") },
      ui.text { "right", padding = 8, color = "#ffffff", corner_radius = 8, background = gradient("red", "purple", "right") },
      ui.text { "corners", padding = 8, background = { "green", opacity = 0.3 },
        corner_radius = { top_left = 14, bottom_right = 14 } },
    },
    ui.hstack { spacing = 16,
      ui.rectangle { width = 48, height = 32, fill = "orange", corner_radius = 6, shadow = { radius = 4, y = 2 } },
      ui.circle { width = 32, height = 32, stroke = "teal", line_width = 4 },
      ui.capsule { width = 64, height = 24, fill = gradient("pink", "orange", "right") },
      ui.path { "M0 1 L0.5 0 L1 1 Z", width = 36, height = 32, fill = "purple" },
      ui.overlay { align = "top_trailing", ui.icon { "bell.fill", font = "title" },
        ui.circle { width = 10, height = 10, fill = "red" } },
    },
    ui.zstack { ui.progress { 0.7, shape = "circle", width = 56, height = 56 }, ui.icon "bolt.fill" },
    ui.hstack { ui.text { "half", width = "50%", background = "#aabbcc", padding = 4 },
      ui.text { "moved", offset = { 8, 4 } } },
    ui.vstack { tint = "purple", spacing = 8, ui.button { "Tinted", action = function() end },
      ui.toggle { "On", on = true, action = function() end }, ui.progress { 0.4 } },
  }
end
