-- Events: what `luawidget push inbox.lua "Tea is ready"` sends, and the lines of a log and of a program if you choose them:
--   luawidget run inbox.lua --watch --set log=/var/log/syslog
--   luawidget run inbox.lua --watch --set journal=true --allow run=journalctl
widget {
  name = "Inbox",
  icon = "tray",
  refresh = "never",
  permissions = { run = { "journalctl" } },
  settings = {
    { name = "log", type = "file", label = "A log file" },
    { name = "journal", type = "boolean", label = "The system's journal", default = false },
  },
}

local KEPT = 5
defaults.register { lines = json.array {} }

function perform_update()
  if settings.log then
    local subscribed, err = subscribe { file = settings.log }
    if not subscribed then return update_result.failed(err) end
  end
  if settings.journal then
    local started, err = run.lines { "journalctl", "-f", "-n", "0", "-o", "cat" }
    if not started then return update_result.failed(err) end
  end
  return update_result.new_data
end

function on_event(events)
  local lines = defaults.get "lines"
  for _, event in ipairs(events) do lines[#lines + 1] = { text = event.data, time = event.time } end
  while #lines > KEPT do table.remove(lines, 1) end
  defaults.set("lines", lines)
  return update_result.new_data
end

function content()
  local lines = defaults.get "lines"
  if #lines == 0 then return ui.text { "Nothing yet", color = "secondary" } end
  local rows = {}
  for i = #lines, 1, -1 do
    rows[#rows + 1] = ui.hstack {
      ui.text { lines[i].text, line_limit = 1 }, ui.spacer {}, ui.date { lines[i].time, style = "relative", color = "secondary" },
    }
  end
  return ui.vstack { align = "leading", table.unpack(rows) }
end
