-- Notification actions: an opponent challenges you, and you fight or surrender from the notification.
widget {
  name = "Challenge",
  icon = "bell",
  description = "A challenge that arrives as a notification; fight or surrender.",
  refresh = "never",
  settings = {
    opponent = { type = "string", default = "dumdum86", label = "Opponent" },
    delay = { type = "integer", default = 10, label = "Seconds until the challenge" },
  },
  permissions = { notify = true },
}

notify.category {
  id = "challenge",
  actions = {
    { id = "fight", title = "Fight", foreground = true, authentication_required = true },
    { id = "surrender", title = "Surrender", destructive = true },
  },
  minimal = { "fight", "surrender" },
}

local state = defaults.get("state")   -- nil, "waiting", "fighting" or "surrendered"
local problem                         -- why the challenge couldn't be sent

local function challenge()
  local allowed, shown, err = pcall(notify, {
    id = "challenge", category = "challenge", title = "Challenge", after = math.max(0, settings.delay),
    body = settings.opponent .. " has challenged you to fight about nothing.",
  })
  problem = not allowed and "Notifications are not allowed." or not shown and tostring(err) or nil
  if problem then return end
  state = "waiting"
  defaults.set("state", state)
end

-- The first update sends the challenge; later ones show the response, if there's a new one.
function perform_update()
  if not state then challenge() elseif state == defaults.get("shown") then return update_result.no_data end
  return update_result.new_data
end

-- Fight brings the widget up, as does a click on the notification itself. Surrender shows nothing.
function on_notification(event)
  state = event.action == "surrender" and "surrendered" or "fighting"
  defaults.set("state", state)
end

local texts = {
  waiting = { "clock", "A challenge is on its way", "Fight or surrender in the notification." },
  fighting = { "flame", "You fight about nothing", "The reason is long forgotten." },
  surrendered = { "flag", "You surrendered", "Nothing was lost." },
}

function content()
  defaults.set("shown", state)
  local icon, title, detail = table.unpack(texts[state] or { "bell", "No challenge yet", "Ask for one." })
  return ui.vstack { spacing = 4,
    ui.label { title, icon = icon, font = "headline" },
    ui.text { problem or detail, color = problem and "red" or "secondary" },
    state ~= "waiting" and ui.button { "Challenge me", action = challenge },
  }
end
