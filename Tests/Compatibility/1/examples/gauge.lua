-- Progress and gauges, as bars and as rings.
widget { name = "Gauges", icon = "gauge" }

function perform_update() return update_result.new_data end

function content(context)
  local is_narrow = context.size.width < 280
  local rings = is_narrow and ui.vstack or ui.hstack
  return ui.vstack { spacing = 16,
    rings { spacing = is_narrow and 0 or 24,
      ui.gauge { 0.71, text = "CPU", value_text = "71 %", color = "green" },
      ui.gauge { 38, min = -10, max = 50, text = "Outside", value_text = "38°", color = "orange" },
      ui.progress { 0.4, shape = "circle", height = 80 },
    },
    ui.gauge { 312, min = 0, max = 512, shape = "bar", text = "Disk", value_text = "312 of 512 GB", color = "blue" },
    ui.hstack { ui.text { "Update" }, ui.progress(0.33), ui.activity_indicator() },
  }
end
