-- json: decode and encode. json.null stands for null, because a table can't hold nil; json.array marks a list.
widget { name = "JSON", icon = "doc.text" }

local lines = {}

function perform_update()
  local document, err = json.decode('{ "city": "Oslo", "rain": null, "degrees": [3, 5.5] }')
  if not document then return update_result.failed(err) end
  local rain = document.rain == json.null and "unknown" or document.rain
  lines = {
    document.city .. ": " .. table.concat(document.degrees, " to ") .. " °C, rain " .. rain,
    json.encode { stops = json.array {}, options = {} }, -- an empty table without the mark is an object
  }
  local _, problem = json.decode("[1, 2")
  lines[3] = problem.message
  return update_result.new_data
end

function content() return ui.vstack { align = "leading", lines } end
