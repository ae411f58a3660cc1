-- date: parse, compute and format dates in any time zone.
widget { name = "Calendar", icon = "calendar", refresh = "1h" }

local rows = {}

local function add(name, value)
  rows[#rows + 1] = ui.hstack { ui.text { name, color = "secondary" }, ui.spacer(), ui.text { value } }
end

function perform_update()
  rows = {}
  local landing = date.parse("2026-12-24 16:25", "yyyy-MM-dd HH:mm", "Europe/London")
  local parts = date.components(landing, "Asia/Tokyo")
  add("In Tokyo", parts.day .. "." .. parts.month .. ". " .. date.format(landing, "HH:mm", "Asia/Tokyo"))
  add("A month later", date.format(date.add(landing, { months = 1 }, "UTC"), "date", "UTC"))
  return update_result.new_data
end

function content() return ui.vstack { rows } end
