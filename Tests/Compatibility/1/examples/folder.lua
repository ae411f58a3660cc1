-- The newest files of a folder that you choose: luawidget run folder.lua --set folder=/srv/photos
widget {
  name = "Folder", refresh = "1h",
  settings = { folder = { type = "folder", label = "Folder" } },
}

local newest, total, problem

local function load()
  local entries, err = files.list(settings.folder)
  newest, total, problem = {}, 0, err
  for _, entry in ipairs(entries or {}) do
    if entry.kind == "file" then
      newest[#newest + 1] = entry
      total = total + entry.size
    end
  end
  table.sort(newest, function(a, b) return a.modified > b.modified end)
end

function perform_update()
  if settings.folder then
    subscribe { folder = settings.folder }
    load()
  end
  return update_result.new_data
end

function on_event()
  load()
  return update_result.new_data
end

function content()
  if not settings.folder then return ui.text { "Choose a folder in the settings", color = "secondary" } end
  if problem then return ui.text { problem.message, color = "red" } end
  local rows = {}
  for index = 1, math.min(5, #newest) do
    local file = newest[index]
    rows[index] = ui.hstack {
      ui.text { file.name, line_limit = 1 }, ui.spacer(), ui.text { format.bytes(file.size), color = "secondary", priority = 1 },
    }
  end
  if #rows == 0 then rows[1] = ui.text { "No files", color = "secondary" } end
  return ui.vstack {
    ui.text { #newest .. " files, " .. format.bytes(total), font = "headline" },
    table.unpack(rows),
  }
end
