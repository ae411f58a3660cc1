-- Departures of a stop, the next one largest.
widget { name = "Alexanderplatz", icon = "tram.fill", families = { "small", "medium", "large", "inline" } }

local departures = {
  { line = "S7", to = "Potsdam", minutes = 2, color = "purple" },
  { line = "U5", to = "Hauptbahnhof", minutes = 4, color = "brown" },
  { line = "RE1", to = "Frankfurt (Oder)", minutes = 7, color = "red", delay = 5 },
  { line = "M4", to = "Hohenschönhausen", minutes = 9, color = "red" },
  { line = "S3", to = "Erkner", minutes = 11, color = "blue" },
  { line = "U2", to = "Pankow", minutes = 12, color = "orange" },
  { line = "100", to = "Zoologischer Garten", minutes = 15, color = "indigo" },
  { line = "S5", to = "Strausberg", minutes = 17, color = "orange" },
  { line = "M5", to = "Zingster Straße", minutes = 19, color = "brown" },
}

local function badge(departure)
  return ui.text { departure.line, weight = "bold", font = "footnote", color = "#ffffff", background = departure.color,
    corner_radius = 5, padding = { left = 6, right = 6, top = 2, bottom = 2 }, priority = 2 }
end

local function minutes(departure)
  return ui.text { departure.minutes, " min", weight = "semibold", priority = 2,
    color = departure.delay and "red" or nil, line_limit = 1 }
end

function content(context)
  local first = departures[1]
  if context.family == "inline" then
    return ui.hstack { ui.icon "tram.fill", ui.text { first.line, " ", first.to, " ", first.minutes, " min" } }
  elseif context.family == "small" then
    return ui.vstack { spacing = 4,
      ui.hstack { badge(first), ui.text { first.to, font = "subheadline", line_limit = 1 } }, ui.spacer(),
      ui.text { first.minutes, font = { size = 40, weight = "light", design = "rounded", relative_to = "large_title" } },
      ui.text { "minutes, then ", departures[2].minutes, font = "caption", color = "secondary", line_limit = 1 } }
  end
  local cells = {}
  for i = 1, context.family == "large" and 9 or 3 do
    local departure = departures[i]
    cells[#cells + 1] = badge(departure)
    cells[#cells + 1] = ui.text { departure.to, line_limit = 1 }
    cells[#cells + 1] = minutes(departure)
  end
  return ui.vstack {
    ui.grid { spacing = context.family == "large" and 12 or 6,
      columns = { "auto", "flex", { width = "auto", align = "trailing" } }, cells },
    ui.spacer() }
end
