-- The events of a day.
widget { name = "Agenda", icon = "calendar", families = { "small", "medium", "large", "inline" } }

local events = {
  { "09:30", "Stand-up", "Room 4", "blue" },
  { "11:00", "Design review: cards", "Studio", "purple" },
  { "12:30", "Lunch with Ada", "Kantine", "orange" },
  { "14:00", "Train to Leipzig", "ICE 1555, coach 22", "red" },
  { "18:45", "Concert", "Gewandhaus", "pink" },
}

local function bar(color)
  return ui.text { "", width = 4, background = color, corner_radius = 2, max_height = math.huge, min_height = 30 }
end

local function row(event)
  local time, title, place, color = table.unpack(event)
  return ui.hstack { spacing = 8, bar(color),
    ui.vstack { spacing = 0,
      ui.text { title, font = "subheadline", weight = "semibold", line_limit = 1 },
      ui.text { time, "  ", place, font = "caption", color = "secondary", line_limit = 1 } } }
end

function content(context)
  local family = context.family or context.display_mode == "compact" and "medium" or nil
  local next_event = events[2]
  if family == "inline" then
    return ui.hstack { ui.icon "calendar", ui.text { next_event[1], " ", next_event[2] } }
  end
  local shown = {}
  for i = 2, family == "large" and 5 or family == "medium" and 3 or 3 do shown[#shown + 1] = row(events[i]) end
  local list = ui.vstack { spacing = family == "large" and 12 or 6, shown }
  if family == "small" then return list end
  local day = ui.vstack { spacing = 0,
    ui.text { "SUNDAY", font = "caption", weight = "semibold", color = "red" },
    ui.text { "22", font = { size = 40, weight = "light", relative_to = "large_title" } },
    ui.text { "4 events", font = "caption", color = "secondary" } }
  if family == "medium" then return ui.hstack { spacing = 20, align = "top", day, list } end
  return ui.vstack { spacing = 16, day, list, ui.spacer() }
end
