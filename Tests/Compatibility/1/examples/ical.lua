-- ical.parse: the events of the next two weeks, including recurring ones.
widget { name = "Club", icon = "calendar", refresh = "1h" }

local calendar

function perform_update()
  local file, err = fetch("club.ics")
  if not file then return update_result.failed(err) end
  local read, wrong = ical.parse(file.body, { to = date.add(date.now(), { weeks = 2 }) })
  if not read then return update_result.failed(wrong) end
  calendar = read
  return update_result.new_data
end

function content()
  if not calendar then return ui.activity_indicator {} end
  local rows = { ui.text { calendar.name, font = "headline" } }
  for _, event in ipairs(calendar.events) do
    local title = event.title or "Busy"
    if event.status == "cancelled" then title = title .. " (cancelled)" end
    local when = format.date(event.starts, event.all_day and "EEE d MMM" or "EEE d MMM HH:mm")
    rows[#rows + 1] = ui.hstack { ui.text { when, color = "secondary" }, ui.spacer(), ui.text { title } }
  end
  return ui.vstack(rows)
end
