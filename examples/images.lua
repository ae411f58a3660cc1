-- Pictures and symbols. A terminal without pictures shows what `accessibility` says.
widget { name = "Pictures", icon = "photo" }

local drawing = [[<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60">
  <rect width="120" height="60" rx="8" fill="#40c8e0"/>
  <circle cx="60" cy="34" r="14" fill="#ffd60a"/>
  <path d="M0 48 Q 30 36 60 48 T 120 48 V 60 H 0 Z" fill="#0040dd"/>
</svg>]]

function perform_update() return update_result.new_data end

function content()
  local icons = {}
  for _, name in ipairs { "airplane", "tram", "bicycle", "cloud.rain", "sun.max", "heart", "star", "bell" } do
    icons[#icons + 1] = ui.icon { name, color = "accent" }
  end
  return ui.vstack { spacing = 16,
    ui.image { drawing, width = 120, height = 60, accessibility = "[the sun over the sea]" },
    ui.hstack { spacing = 16, icons },
    ui.image { "https://example.com/map.png", mode = "fill", aspect_ratio = 2 },
  }
end
