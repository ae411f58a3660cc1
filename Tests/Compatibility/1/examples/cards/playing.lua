-- What's playing, with a bar that advances by itself.
widget { name = "Now Playing", icon = "music.note", families = { "small", "medium", "large", "inline" } }

local song = { title = "Paper Lanterns", artist = "The Night Ferries", album = "Harbour Lights", length = 214, position = 83 }

local function cover(side, radius)
  return ui.image { "cover.jpg", mode = "fill", width = side, height = side, corner_radius = radius,
    accessibility = "Cover of " .. song.album, shadow = { radius = 10, y = 4, color = { "#000000", opacity = 0.45 } } }
end

local function titles(size)
  return ui.vstack { spacing = 1, ui.text { song.title, font = size, weight = "bold", line_limit = 1 },
    ui.text { song.artist, font = "subheadline", opacity = 0.75, line_limit = 1 } }
end

local function clock(seconds) return string.format("%d:%02d", seconds // 60, seconds % 60) end

local function progress()
  local start = os.time() - song.position
  return ui.vstack { spacing = 4, ui.progress { from = start, to = start + song.length },
    ui.hstack { font = "caption2", opacity = 0.75, tabular = true,
      ui.text { clock(song.position) }, ui.spacer(), ui.text { "-", clock(song.length - song.position) } } }
end

local function button(icon, size, name)
  return ui.icon { icon, font = { size = size }, accessibility = name, on_tap = function() print(name) end }
end

local function controls(size)
  return ui.hstack { spacing = size * 1.1, align = "center", button("backward.fill", size, "Previous"),
    button("pause.fill", size * 1.4, "Pause"), button("forward.fill", size, "Next") }
end

function content(context)
  local family = context.family or context.display_mode == "compact" and "medium" or nil
  if family == "inline" then
    return ui.hstack { ui.icon "music.note", ui.text { song.title, " - ", song.artist, line_limit = 1 } }
  end
  local function card(...)
    return ui.card { header = "hidden", color = "#ffffff", tint = "#ffffff", max_width = math.huge, max_height = math.huge,
      background = { gradient = { "#7a2c4f", "#2b1055" }, direction = "diagonal" }, ... }
  end
  if family == "small" then
    return card(ui.hstack { align = "top", cover(64, 10), ui.spacer(), ui.icon { "music.note", opacity = 0.75 } },
      ui.spacer(), titles("headline"))
  elseif family == "medium" then
    return card(ui.hstack { spacing = 14, cover(106, 12),
      ui.vstack { titles("headline"), ui.spacer(), progress(), ui.spacer(),
        ui.hstack { ui.spacer(), controls(18), ui.spacer() } } })
  end
  return card(ui.hstack { ui.spacer(), cover(168, 16), ui.spacer() }, ui.spacer(), titles("title3"), ui.spacer(), progress(),
    ui.hstack { ui.spacer(), controls(26), ui.spacer() })
end

function margin_insets() return { top = 16, left = 16, bottom = 16, right = 16 } end
