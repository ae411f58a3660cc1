-- settings: typed values set by the user: luawidget run settings.lua --set city=Oslo --set days=5
widget {
  name = "Settings",
  icon = "slider.horizontal.3",
  settings = {
    city = { type = "string", default = "Bergen", label = "City" },
    days = { type = "integer", default = 3, min = 1, max = 14 },
    metric = { type = "boolean", default = true },
    style = { type = "choice", default = "short", choices = { "short", "long" } },
    nickname = { type = "string" },   -- nil until it's set
    flight = { type = "string", pattern = "%u%u%d+", description = "two letters and digits, such as LY315" },
    alerts = { type = "boolean", default = false },
    limit = { type = "number", default = 30, depends_on = "alerts" },   -- forms say when it has an effect
    calendar = { type = "url", secret = true },   -- kept like a password: luawidget secret set settings.lua calendar
  },
}

function perform_update() return update_result.new_data end

function content()
  return ui.vstack {
    ui.text { settings.nickname and settings.nickname .. "'s " .. settings.city or settings.city, font = "headline" },
    ui.text { settings.days .. " days, " .. settings.style .. ", in " .. (settings.metric and "metres" or "feet") },
  }
end
