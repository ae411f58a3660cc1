-- Links: `luawidget open note://buy%20milk` shows the text of the link.
widget { name = "Note", icon = "link", url_schemes = { "note" } }

local note = defaults.get "note" or "No note yet"

function perform_update()
  return update_result.no_data
end

function on_open(url_of_note)
  note = url.decode(url_of_note:match "^note://(.*)$" or "")
  defaults.set("note", note)
end

function content()
  return ui.text { note }
end
