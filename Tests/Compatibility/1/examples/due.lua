-- A date field: the day and the time of an appointment, and how long it is until then.
widget { name = "Appointment", icon = "calendar", refresh = "1h" }

local first = os.time { year = 2026, month = 11, day = 30, hour = 9 }
local due = defaults.get("due", first)

local function change(moment)
  due = moment
  defaults.set("due", due)
end

function content()
  return ui.vstack {
    ui.date_field { id = "day", label = "Day", value = due, from = first - 86400 * 366, to = first + 86400 * 3660,
      on_change = change },
    ui.date_field { id = "time", label = "Time", value = due, style = "time", on_change = change },
    ui.divider(),
    ui.hstack { "Starts", ui.spacer(), ui.date { due, style = "relative" } },
  }
end
