-- container: files shared by the widgets of a group.
widget { name = "Notes", icon = "list.bullet", permissions = { groups = { "group.notes" } } }

local notes = {}

function perform_update()
  local files = container("group.notes")
  if not files:exists("welcome.txt") then files:write("welcome.txt", "Every widget of the group can read this.") end
  notes = {}
  for _, path in ipairs(files:list()) do notes[#notes + 1] = path .. ": " .. files:read(path) end
  return update_result.new_data
end

local function clear()
  local files = container("group.notes")
  for _, path in ipairs(files:list()) do files:remove(path) end
  notes = {}
end

function content() return ui.vstack { align = "leading", notes, ui.button { "Clear", action = clear } } end
