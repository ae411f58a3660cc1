-- update_result: new data, no data, or a failure with its reason. refresh_after: the earliest time of the next update.
widget { name = "Results", icon = "checkmark", refresh = "10m" }

local today = cache.get("today")

function perform_update()
  local now = format.date(date.now(), "yyyy-MM-dd")
  if now == today then return update_result.no_data end      -- nothing else happens
  local notes, err = fetch("notes.json")                      -- a file in the widget's folder
  if not notes then return update_result.failed(err) end      -- the last good view stays, with the reason
  today = now
  cache.set("today", today)
  refresh_after("1h")
  return update_result.new_data
end

function content() return ui.text { today and "Good for " .. today or "Not known yet" } end
