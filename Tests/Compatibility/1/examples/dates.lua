-- Dates update without running the script.
widget { name = "Dates", icon = "clock" }

local start = date.now()

function perform_update() return update_result.new_data end

local function row(name, seconds, style)
  return ui.hstack { ui.text { name, color = "secondary" }, ui.spacer(), ui.date { seconds, style = style, monospaced = true } }
end

function content()
  return ui.vstack {
    row("Now", start, "time"),
    row("Today", start, "date"),
    row("Boarding", start + 25 * 60, "relative"),
    row("Gate closes in", start + 40 * 60 + 5, "timer"),
    row("Since the last train", start - 3 * 3600, "offset"),
  }
end
