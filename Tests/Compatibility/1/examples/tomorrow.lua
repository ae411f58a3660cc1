-- A widget with only `content`: it runs when an update is due, and an equal view counts as no new data.
-- refresh_at sets the time of the next update: here the next midnight.
widget {
  name = "Tomorrow",
  icon = "calendar",
  settings = {
    deadline = { type = "date", default = "2027-01-01", label = "Deadline" },
    tint = { type = "color", default = "accent", label = "Colour" },
  },
}

function content()
  local today = date.components(date.now())
  local midnight = date.now() - today.hour * 3600 - today.minute * 60 - today.second
  refresh_at(date.add(midnight, { days = 1 }))
  local days = math.max(0, math.ceil((settings.deadline - date.now()) / 86400))
  return ui.text { days .. " days left", font = "headline", color = settings.tint }
end
