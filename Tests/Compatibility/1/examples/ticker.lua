-- Server-sent events: the newest edits of Wikipedia, as its servers send them.
widget {
  name = "Edits",
  icon = "pencil",
  refresh = "1h",
  permissions = { net = { "stream.wikimedia.org" } },
}

defaults.register { title = "", editor = "", count = 0 }

function perform_update()
  local subscribed, err = subscribe { url = "https://stream.wikimedia.org/v2/stream/recentchange", event = "message" }
  if not subscribed and err.kind ~= "denied" then return update_result.failed(err) end
  return update_result.new_data
end

function on_event(events)
  local edit = json.decode(events[#events].data)
  if not edit then return update_result.no_data end
  defaults.set("title", tostring(edit.title))
  defaults.set("editor", tostring(edit.user))
  -- What was dropped was an edit too.
  defaults.set("count", defaults.get "count" + #events + events.dropped)
  return update_result.new_data
end

function content()
  local title = defaults.get "title"
  return ui.vstack { align = "leading",
    ui.text { title ~= "" and title or "Waiting for the first edit", font = "headline", line_limit = 2 },
    ui.text { defaults.get "editor", color = "secondary", line_limit = 1 },
    ui.text { format.number(defaults.get "count"), " edits seen", font = "caption", color = "secondary" },
  }
end
