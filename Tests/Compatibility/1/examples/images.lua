-- Images and icons. A terminal without graphics shows the alternative text, `accessibility`.
widget { name = "Images", icon = "photo" }

function perform_update() return update_result.new_data end

function content()
  local icons = {}
  for _, name in ipairs { "airplane", "tram", "bicycle", "cloud.rain", "sun.max", "heart", "star", "bell" } do
    icons[#icons + 1] = ui.icon { name, color = "accent" }
  end
  return ui.vstack { spacing = 16,
    ui.hstack { spacing = 16, icons },
    -- A file in the widget's folder, examples/images. A URL works too, if `permissions.net` includes its host.
    ui.image { "sea.png", aspect_ratio = 2, corner_radius = 8, accessibility = "[the sun over the sea]" },
    ui.hstack { spacing = 8,
      ui.image { "sea.png", width = 60, height = 60, mode = "fill", corner_radius = 30, accessibility = "[filled]" },
      ui.image { "sea.png", width = 60, height = 60, accessibility = "[fitted]" } },
  }
end
