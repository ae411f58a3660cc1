-- Charts: lines, areas, bars, sparklines and pies. NaN or nil is a gap.
widget { name = "Charts", icon = "chart.bar" }

local degrees = { 11, 10, 9.5, 9, 10.5, 13, 16, 18.5, 20, nil, nil, 21, 19, 16.5, 14, 12 }
local rain = { 0, 0, 2, 5, 3, 0, 0, 1 }

function perform_update() return update_result.new_data end

local function title(text) return ui.text { text, font = "headline" } end

function content()
  return ui.vstack {
    title "Temperature",
    ui.chart { type = "line", values = degrees, labels = { "0", nil, nil, nil, "6", nil, nil, nil, "12", nil, nil, nil, "18" },
      color = "orange" },
    title "Trains per day",
    ui.chart { type = "bar", labels = { "Mo", "Tu", "We", "Th", "Fr", "Sa", "Su" },
      series = {
        { name = "on time", color = "green", values = { 42, 40, 45, 38, 44, 30, 28 } },
        { name = "late", color = "red", values = { 5, 8, 2, 12, 6, 1, 2 } },
      } },
    ui.hstack { ui.text { "Rain", color = "secondary" }, ui.chart { type = "spark", values = rain, color = "blue" },
      ui.text { "5 mm" } },
    title "Disk",
    ui.chart { type = "pie", values = { 46, 25, 9, 20 }, labels = { "Music", "Photos", "Apps", "free" } },
  }
end
