widget {
  name = "Journey", icon = "train", refresh = "1h", url_schemes = { "journey" },
  settings = { token = { type = "secret" } },
  permissions = { private_net = { "127.0.0.1:8642" }, run = { "true" }, groups = { "group.travel" } },
}
function perform_update()
  defaults.set("runs", (defaults.get("runs") or 0) + 1)
  defaults.set("stops", { "Basel", "Olten", "Zürich" })
  cache.set("timetable", { departure = "12:05", platform = 7 })
  local response, problem = fetch("http://127.0.0.1:8642/timetable")
  defaults.set("answer", response and response:text() or tostring(problem))
  container("group.travel"):write("ticket.txt", "second class")
  return update_result.new_data
end
function on_open(url) defaults.set("opened", url) end
function content()
  return ui.vstack {
    ui.text("Run " .. defaults.get("runs")), ui.text(table.concat(defaults.get("stops"), " → ")),
    ui.button { "Again", id = "again", action = function() end },
  }
end
