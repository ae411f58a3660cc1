-- settings: typed values set by the user: luawidget run settings.lua --set city=Oslo --set days=5
widget {
  name = "Settings",
  icon = "slider.horizontal.3",
  settings = {
    city = { type = "string", default = "Bergen", label = "City" },
    days = { type = "integer", default = 3 },
    metric = { type = "boolean", default = true },
    style = { type = "choice", default = "short", choices = { "short", "long" } },
    nickname = { type = "string" },   -- nil until it's set
  },
}

function perform_update() return update_result.new_data end

function content()
  return ui.vstack {
    ui.text { settings.nickname and settings.nickname .. "'s " .. settings.city or settings.city, font = "headline" },
    ui.text { settings.days .. " days, " .. settings.style .. ", in " .. (settings.metric and "metres" or "feet") },
  }
end
