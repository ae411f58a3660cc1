-- Settings of type list and location: luawidget run lists.lua --set place=Oslo --set-add 'stops={"name":"Home","walk":4}'
widget {
  name = "Stops",
  icon = "tram.fill",
  settings = {
    place = { type = "location", default = "Berlin", label = "Place" },
    tags = { type = "list", of = "string", default = { "tram", "bus" }, label = "Kinds" },
    stops = {
      type = "list",
      label = "Stops",
      of = {
        { name = "name", type = "string", label = "Stop" },
        { name = "walk", type = "integer", default = 5, min = 0, max = 60, label = "Minutes to walk" },
      },
      default = { { name = "Market", walk = 3 }, { name = "Station" } },
    },
  },
}

function content()
  local rows = {
    ui.text { settings.place.name, font = "headline" },
    ui.text { string.format("%.1f, %.1f", settings.place.latitude, settings.place.longitude), color = "secondary" },
    ui.text { table.concat(settings.tags, ", ") },
  }
  for _, stop in ipairs(settings.stops) do
    rows[#rows + 1] = ui.hstack { ui.text { stop.name }, ui.spacer {}, ui.text { stop.walk .. " min" } }
  end
  return ui.vstack(rows)
end
