-- Fetches once, or not at all. run.py replaces ADDRESS, PATH and FETCHES.
widget { name = "Cold", permissions = { net = { "ADDRESS" } } }

local title = "number 0"

function perform_update()
  local url = "http://ADDRESS/PATH" .. date.now()
  if FETCHES then title = assert(fetch(url)):json().items[1].title end
  return update_result.new_data
end

function content() return ui.text { title } end
