-- Notifications: a kitchen timer that reports its end, even if this widget isn't running any more.
widget {
  name = "Kitchen timer",
  icon = "timer",
  refresh = "never",
  settings = { minutes = { type = "integer", default = 3 } },
  permissions = { notify = true },
}

notify.category {
  id = "timer",
  actions = {
    { id = "again", title = "Once more" },
    { id = "note", title = "Note", text_input = { "How was the tea?" } },
  },
}

local ends = defaults.get("ends")    -- when the timer ends; nil if it isn't running
local note = defaults.get("note")
local problem

local function start()
  local shown, err = notify {
    id = "timer", category = "timer", title = "The tea is ready", body = settings.minutes .. " minutes are over.",
    after = settings.minutes * 60,
  }
  problem = not shown and tostring(err) or nil
  if problem then return end
  ends = os.time() + settings.minutes * 60
  defaults.set("ends", ends)
end

local function stop()
  notify.cancel "timer"
  ends = nil
  defaults.remove "ends"
end

function on_notification(event)
  stop()
  if event.action == "again" then start() end
  if event.text then
    note = event.text
    defaults.set("note", note)
  end
end

function content()
  return ui.vstack { spacing = 4,
    ends and ui.date { ends, style = "timer", font = "headline" }
      or ui.text { settings.minutes .. " minutes", font = "headline" },
    problem and ui.text { problem, color = "red" },
    note and ui.text { note, color = "secondary" },
    ends and ui.button { "Stop", action = stop } or ui.button { "Start", action = start },
  }
end
