-- Charts with stacked series, a goal, dots, and ticks chosen by the script.
widget { name = "Solar", icon = "sun.max" }

local days = { "Mo", "Tu", "We", "Th", "Fr", "Sa", "Su" }
local used = { 6, 7, 5, 8, 6, 9, 9 }
local sold = { 3, 5, 8, 2, 7, 4, 1 }

function content()
  return ui.vstack { spacing = 8,
    ui.text { "Per day, in kWh", font = "headline" },
    ui.chart { type = "bar", stacked = true, labels = days, ticks = { 0, 5, 10, 15 },
      series = { { name = "used", color = "orange", values = used }, { name = "sold", color = "green", values = sold } },
      rules = { { value = 12, label = "goal", color = "red" } } },
    ui.text { "Today", font = "headline" },
    ui.chart { type = "area", stacked = true, height = 96,
      series = { { name = "roof", values = { 0, 1, 3, 4, 4, 2, 0 } }, { name = "garage", values = { 0, 0, 1, 2, 1, 1, 0 } } } },
    ui.text { "Battery", font = "headline" },
    ui.chart { 62, 58, 55, 70, 88, 97, 91, type = "line", points = true, color = "blue", height = 96, max = 100,
      ticks = { 50, 75, 100 }, rules = { { value = 60, label = "reserve" } } },
  }
end
