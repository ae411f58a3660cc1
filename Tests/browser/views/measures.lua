-- Gauges, rings and charts.
widget { name = "Measures", icon = "gauge" }

function content()
  return ui.vstack { spacing = 10,
    ui.hstack { spacing = 12,
      ui.gauge { 71, max = 100, text = "CPU", value_text = "71", shape = "circle", color = "green" },
      ui.gauge { 40, max = 100, value_text = "40", shape = "ring", line_width = 4, color = "orange" },
      ui.progress { 0.25, shape = "circle", width = 48, height = 48, line_width = 10, color = "pink" },
    },
    ui.gauge { 312, max = 512, shape = "bar", text = "Disk", value_text = "312 GB" },
    ui.chart { type = "bar", height = 90, stacked = true, labels = { "a", "b", "c" },
      series = { { 1, 2, 3 }, { 3, 2, 1 } }, rules = { { value = 4, label = "limit", color = "red" } } },
    ui.chart { type = "bar", height = 70, values = { 3, -2, 4, -1 }, labels = { "N", "E", "S", "W" } },
    ui.chart { type = "pie", values = { 5, 3, 2 }, labels = { "x", "y", "z" }, height = 80 },
    ui.hstack { ui.text "Trend", ui.chart { type = "spark", values = { 1, 4, 2, 5, 3 }, points = true } },
  }
end
